import { useState } from 'react'
import { schemaFields } from '../../contract/agent-server/input/schema-fields.ts'
import { besideForm } from '../../contract/agent-server/interrupt-shape.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { JsonForm, RespondForm } from '../composer/form/answer-forms.tsx'
import { Markdown } from '../markdown/markdown.tsx'

// Few questions have one.
const SchemaForm = lazyPart(() =>
  import('../composer/form/schema-form.tsx').then((code) => code.SchemaForm),
)

type OpenQuestionProps = {
  value: unknown
  /** The JSON schema of the answer, where the question brings one. */
  schema: unknown
  /** Under what a way to answer keeps what is typed. */
  draftOf: (mode: string) => string | null
  isSending: boolean
  send: (answer: unknown) => void
}

/**
 * A question of any other shape: a form where it brings a schema of its answer, words and JSON always. To what is asked
 * in words the usual answer is one in words.
 */
export function OpenQuestion({ value, schema, draftOf, isSending, send }: OpenQuestionProps) {
  const fields = schemaFields(schema)
  const hasForm = fields !== null && fields.length > 0
  const usual = hasForm ? 'form' : typeof value === 'string' ? 'words' : 'raw'
  const [mode, setMode] = useState<'form' | 'raw' | 'words'>(usual)
  const [isChosen, setIsChosen] = useState(false)
  const choose = (next: typeof mode) => {
    setIsChosen(true)
    setMode(next)
  }
  const back = () => choose(usual)
  const shown = hasForm ? besideForm(value) : value
  return (
    <>
      {typeof shown === 'string' ? (
        <div className="mt-1">
          <Markdown text={shown} />
        </div>
      ) : (
        <div className="mt-2.5">
          <JsonView value={shown} label="question" openDepth={1} />
        </div>
      )}
      {mode === 'form' && hasForm && (
        <SchemaForm
          fields={fields}
          schema={schema}
          draftKey={draftOf('form')}
          submitLabel="Send answer"
          isSending={isSending}
          onSubmit={send}
        >
          <Button variant="ghost" onClick={() => choose('raw')}>
            Answer as JSON
          </Button>
        </SchemaForm>
      )}
      {mode === 'raw' && (
        <JsonForm
          label="Your answer as JSON"
          isFresh={isChosen}
          draftKey={draftOf('raw')}
          initial={undefined}
          submitLabel="Send answer"
          isSending={isSending}
          onSubmit={send}
          {...(usual !== 'raw' && { onBack: back })}
        >
          {usual !== 'words' && (
            <Button variant="ghost" onClick={() => choose('words')}>
              Answer in words
            </Button>
          )}
        </JsonForm>
      )}
      {mode === 'words' && (
        <RespondForm
          isFresh={isChosen}
          draftKey={draftOf('words')}
          isSending={isSending}
          onSubmit={send}
          {...(usual !== 'words' && { onBack: back })}
        >
          {usual === 'words' && (
            <Button variant="ghost" onClick={() => choose('raw')}>
              Answer as JSON
            </Button>
          )}
        </RespondForm>
      )}
    </>
  )
}
