import { useState } from 'react'
import type { ActionAnswer, ActionRequest } from '../../contract/agent-server/action-request.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ActionForm } from './action-form.tsx'

type ActionStepsProps = {
  request: ActionRequest
  /** Under what a way to answer keeps what is typed. */
  draftOf: (mode: string) => string | null
  isSending: boolean
  send: (answer: unknown) => void
}

/** The actions of a question, one after the other; the answers go together, with the last. */
export function ActionSteps({ request, draftOf, isSending, send }: ActionStepsProps) {
  const { questions } = request
  const last = questions.length - 1
  const [answers, setAnswers] = useState<readonly ActionAnswer[]>([])
  const at = Math.min(answers.length, last)
  const question = questions[at]
  if (!question) return null
  const decide = (answer: ActionAnswer) => {
    if (at < last) return setAnswers([...answers, answer])
    send(request.resume([...answers, answer]))
  }
  return (
    <>
      {answers.length > 0 && (
        <ol aria-label="Decided" className="mt-1.5 text-ink-2 text-sm">
          {answers.map(({ type }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity but their place
            <li key={index}>
              <span className="mono">{questions[index]?.action}</span>: {decided[type]}
            </li>
          ))}
        </ol>
      )}
      {questions.length > 1 && (
        <h4 className="mt-2 flex flex-wrap items-center gap-2 font-semibold">
          <span className="mono font-normal">{question.action}</span>{' '}
          <span className="font-normal text-ink-2">
            {at + 1} of {questions.length}
          </span>
          {answers.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setAnswers(answers.slice(0, -1))}>
              Back to the one before
            </Button>
          )}
        </h4>
      )}
      <ActionForm
        key={at}
        question={question}
        draftOf={(mode) => draftOf(at === 0 ? mode : `${at}.${mode}`)}
        isSending={isSending}
        onAnswer={decide}
        wholeAnswer={request.resume(questions.map(() => ({ type: 'accept' })))}
        onWhole={send}
      />
    </>
  )
}

const decided: Readonly<Record<ActionAnswer['type'], string>> = {
  accept: 'approved',
  edit: 'approved with changes',
  response: 'answered in words',
  ignore: 'rejected',
}
