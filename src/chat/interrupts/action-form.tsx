import { useState } from 'react'
import type { ActionAnswer, ActionQuestion } from '../../contract/agent-server/action-request.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { Actions, JsonForm, RespondForm } from '../composer/form/answer-forms.tsx'
import { Markdown } from '../markdown/markdown.tsx'

// It comes with a press.
const EditArguments = lazyPart(() =>
  import('./edit-arguments.tsx').then((code) => code.EditArguments),
)

type ActionFormProps = {
  question: ActionQuestion
  /** Under what a way to answer keeps what is typed. */
  draftOf: (mode: string) => string | null
  isSending: boolean
  onAnswer: (answer: ActionAnswer) => void
  /** What the whole question would be answered with, as JSON to begin with. */
  wholeAnswer: unknown
  onWhole: (answer: unknown) => void
}

/** An action that waits for a person: what it would do, and the answers that are allowed. */
export function ActionForm(props: ActionFormProps) {
  const { question, draftOf, isSending, onAnswer } = props
  const [mode, setMode] = useState<'choose' | 'edit' | 'respond' | 'raw'>('choose')
  const [cameFrom, setCameFrom] = useState(mode)
  const { may } = question
  const back = () => {
    setCameFrom(mode)
    setMode('choose')
  }
  return (
    <>
      {question.description && (
        <div className="mt-1">
          <Markdown text={question.description} />
        </div>
      )}
      {mode === 'edit' && (
        <EditArguments
          question={question}
          draftOf={draftOf}
          isSending={isSending}
          onBack={back}
          onSubmit={(args) => onAnswer({ type: 'edit', args })}
        />
      )}
      {mode === 'respond' && (
        <RespondForm
          label={question.wordsAre === 'reason' ? 'Why it is rejected' : undefined}
          draftKey={draftOf('respond')}
          isSending={isSending}
          onBack={back}
          onSubmit={(text) => onAnswer({ type: 'response', text })}
        />
      )}
      {mode === 'raw' && (
        <JsonForm
          label="Answer as JSON"
          isFresh
          draftKey={draftOf('raw')}
          initial={props.wholeAnswer}
          submitLabel="Send answer"
          isSending={isSending}
          onBack={back}
          onSubmit={props.onWhole}
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
                onClick={() => onAnswer({ type: 'accept' })}
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
                {question.wordsAre === 'reason' ? 'Reject with a reason' : 'Respond'}
              </Button>
            )}
            {may.ignore && (
              <Button acts variant="danger" onClick={() => onAnswer({ type: 'ignore' })}>
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
