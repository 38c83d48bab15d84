import { Hand } from 'lucide-react'
import { useId, useState } from 'react'
import { schemaFields } from '../../contract/agent-server/schema-fields.ts'
import type { Interrupt } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { writeDraft } from '../composer/draft-store.ts'
import { SchemaForm } from '../composer/schema-form.tsx'
import {
  type ActionQuestion,
  actionQuestion,
  actionResume,
  answerSchema,
  besideForm,
} from '../conversation/interrupt-shape.ts'
import { Actions, JsonForm, RespondForm } from './answer-forms.tsx'

type InterruptCardProps = {
  interrupt: Interrupt
  /** Which of several questions it is: “1 of 2”; absent for the only one. */
  place?: string | undefined
  /** Sends the answer; rejects with a sentence when it did not get through. */
  onAnswer: (answer: unknown) => Promise<void>
}

/** A question that the run waits with. Known shapes get buttons, every shape can be answered as JSON. */
export function InterruptCard({ interrupt, place, onAnswer }: InterruptCardProps) {
  const question = actionQuestion(interrupt.value)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const draftOf = (mode: Draft) => (interrupt.id ? `answer.${interrupt.id}.${mode}` : null)
  const answer = async (value: unknown) => {
    setIsSending(true)
    setProblem(null)
    try {
      await onAnswer(value)
      // The next question of the same task has the same id.
      for (const mode of drafts) forget(draftOf(mode))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The answer did not get through.')
    } finally {
      setIsSending(false)
    }
  }
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="mt-1 mb-3 rounded-md border border-warn/40 bg-warn-soft/40 px-3.5 py-3 text-md leading-5"
    >
      <h3 id={heading} className="flex items-center gap-2 font-semibold">
        <Hand aria-hidden size={14} strokeWidth={1.8} className="text-warn" />
        {question ? (
          <>
            Needs your approval: <span className="mono font-normal">{question.action}</span>
          </>
        ) : (
          'Needs your answer'
        )}
        {place && <span className="font-normal text-ink-2">{place}</span>}
      </h3>
      {question ? (
        <ActionForm
          question={question}
          value={interrupt.value}
          draftOf={draftOf}
          isSending={isSending}
          send={answer}
        />
      ) : (
        <OpenForm
          value={interrupt.value}
          schema={answerSchema(interrupt)}
          draftOf={draftOf}
          isSending={isSending}
          send={answer}
        />
      )}
      {problem && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
    </section>
  )
}

function forget(draftKey: string | null): void {
  if (draftKey !== null) writeDraft(draftKey, '')
}

const drafts = ['edit', 'respond', 'raw', 'form', 'words'] as const
type Draft = (typeof drafts)[number]

type FormProps = {
  value: unknown
  /** Under what a way to answer keeps what is typed. */
  draftOf: (mode: Draft) => string | null
  isSending: boolean
  send: (answer: unknown) => void
}

function ActionForm({
  question,
  value,
  draftOf,
  isSending,
  send,
}: FormProps & { question: ActionQuestion }) {
  const [mode, setMode] = useState<'choose' | 'edit' | 'respond' | 'raw'>('choose')
  const [cameFrom, setCameFrom] = useState(mode)
  const { may } = question
  const back = () => {
    setCameFrom(mode)
    setMode('choose')
  }
  return (
    <>
      {question.description && <p className="mt-1">{question.description}</p>}
      {mode === 'edit' && (
        <JsonForm
          label="Arguments"
          isFresh
          draftKey={draftOf('edit')}
          initial={question.args}
          submitLabel="Approve with changes"
          isSending={isSending}
          onBack={back}
          onSubmit={(args) =>
            send(actionResume(value, { type: 'edit', args: { action: question.action, args } }))
          }
        />
      )}
      {mode === 'respond' && (
        <RespondForm
          draftKey={draftOf('respond')}
          isSending={isSending}
          onBack={back}
          onSubmit={(text) => send(actionResume(value, { type: 'response', args: text }))}
        />
      )}
      {mode === 'raw' && (
        <JsonForm
          label="Answer as JSON"
          isFresh
          draftKey={draftOf('raw')}
          initial={[{ type: 'accept', args: null }]}
          submitLabel="Send answer"
          isSending={isSending}
          onBack={back}
          onSubmit={send}
        />
      )}
      {mode === 'choose' && (
        <>
          <div className="mt-2.5">
            <JsonView
              value={question.args}
              label={`arguments of ${question.action}`}
              openDepth={2}
            />
          </div>
          <Actions>
            {may.accept && (
              <Button
                acts
                variant="primary"
                isPending={isSending}
                onClick={() => send(actionResume(value, { type: 'accept', args: null }))}
              >
                Approve
              </Button>
            )}
            {may.edit && (
              <Button acts autoFocus={cameFrom === 'edit'} onClick={() => setMode('edit')}>
                Edit
              </Button>
            )}
            {may.respond && (
              <Button acts autoFocus={cameFrom === 'respond'} onClick={() => setMode('respond')}>
                Respond
              </Button>
            )}
            {may.ignore && (
              <Button
                acts
                variant="danger"
                onClick={() => send(actionResume(value, { type: 'ignore', args: null }))}
              >
                Reject
              </Button>
            )}
            <Button
              acts
              variant="ghost"
              autoFocus={cameFrom === 'raw'}
              onClick={() => setMode('raw')}
            >
              Answer as JSON
            </Button>
          </Actions>
        </>
      )}
    </>
  )
}

/** A question of any other shape: a form where it brings a schema of its answer, words and JSON always. */
function OpenForm({ value, schema, draftOf, isSending, send }: FormProps & { schema: unknown }) {
  const fields = schemaFields(schema)
  const hasForm = fields !== null && fields.length > 0
  const usual = hasForm ? 'form' : 'raw'
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
        <p className="mt-1 whitespace-pre-wrap">{shown}</p>
      ) : (
        <div className="mt-2.5">
          <JsonView value={shown} label="question" openDepth={1} />
        </div>
      )}
      {mode === 'form' && hasForm && (
        <SchemaForm
          fields={fields}
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
          {...(hasForm && { onBack: back })}
        >
          <Button variant="ghost" onClick={() => choose('words')}>
            Answer in words
          </Button>
        </JsonForm>
      )}
      {mode === 'words' && (
        <RespondForm
          draftKey={draftOf('words')}
          isSending={isSending}
          onBack={back}
          onSubmit={send}
        />
      )}
    </>
  )
}
