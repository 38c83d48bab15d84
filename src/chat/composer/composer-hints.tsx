import { useContext } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { type RunChoices, sendingDoes } from './composer-choices.tsx'
import { hintLine, keysHint } from './composer-shape.tsx'

type ComposerHintsProps = {
  session: RunSession
  snapshot: Pick<SessionSnapshot, 'run' | 'status' | 'error'>
  choices: RunChoices
  /** Why it was not sent, in a sentence. */
  problem: string | null
  isActive: boolean
  waits: Waiting | null
  /** A form sends by its own button. */
  isForm: boolean
}

/** Below the box: what went wrong, what is not listened to, or what the keys and sending do. */
export function ComposerHints({
  session,
  snapshot,
  choices,
  problem,
  isActive,
  waits,
  isForm,
}: ComposerHintsProps) {
  const refusal = useContext(RefusedActions)
  const { run, status, error } = snapshot
  const failed = run?.cancel?.stage === 'failed' ? run.cancel.error : null
  const isDetached = run?.outcome === 'active' && !run.isFollowed && run.run_id !== null
  return (
    <>
      {problem && (
        <p role="alert" className={`${hintLine} text-bad text-sm`}>
          {`Not sent. ${problem}`}
        </p>
      )}
      {failed && (
        <p role="alert" className={`${hintLine} text-bad text-sm`}>
          {`The run could not be stopped. ${failed.message}`}
        </p>
      )}
      {isDetached && (
        <div className={`${hintLine} text-ink-2 text-sm`}>
          {status === 'failed' && error ? error.message : 'The run goes on; you are not listening.'}
          <Button size="sm" onClick={() => void session.join(run.run_id ?? '')}>
            Listen again
          </Button>
        </div>
      )}
      {!problem && !failed && !isDetached && (
        <p className={`${hintLine} text-ink-3 text-xs`}>
          {refusal ?? hint({ choices, isActive, waits, isForm })}
        </p>
      )}
    </>
  )
}

/** What a run has paused with: a question to a person, or a break before a step. */
export type Waiting = 'question' | 'break'

const leaves = {
  question: 'What is sent begins anew and leaves the question above unanswered',
  break: 'What is sent begins anew and leaves the next step out',
} as const

type Now = Pick<ComposerHintsProps, 'choices' | 'isActive' | 'waits' | 'isForm'>

/** What the keys and sending do. */
function hint({ choices, isActive, waits, isForm }: Now): string {
  if (isActive) return `${sendingDoes[choices.strategy]} · Stop keeps what was done`
  if (waits) return leaves[waits]
  const leaving = 'Leaving the page, or losing the connection, cancels the run'
  if (isForm)
    return choices.onLeave === 'cancel'
      ? leaving
      : 'This graph takes no messages: fill in its input'
  return choices.onLeave === 'cancel' ? `Enter sends · ${leaving}` : keysHint
}
