import { useState } from 'react'
import { resumeValue } from '../../contract/agent-server/interrupt-shape.ts'
import type { Interrupt } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Note } from '../../ui/page/note.tsx'
import { brokenCalls } from '../conversation/parts/broken-calls.ts'
import type { StartRun } from '../history/use-time-travel.ts'
import { InterruptCard } from '../interrupts/interrupt-card.tsx'
import { type UnsentAnswers, useUnsentAnswers } from '../interrupts/use-unsent-answers.ts'
import { isAtBreak } from '../is-at-break.ts'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'

// Most threads have none.
const KeptNote = lazyPart(() => import('./kept-note.tsx').then((code) => code.KeptNote))
const BrokenNote = lazyPart(() => import('./broken-note.tsx').then((code) => code.BrokenNote))
const UnsentAnswerNote = lazyPart(() =>
  import('../interrupts/unsent-answer-note.tsx').then((code) => code.UnsentAnswerNote),
)

type SessionProps = { session: RunSession; snapshot: SessionSnapshot }
type ThreadRestProps = SessionProps & { onRun: StartRun; goOn: () => void }

/** What the thread rests with: questions, a break, a roll-back; and what was typed for a question that is gone. */
export function ThreadRest(props: ThreadRestProps) {
  const unsent = useUnsentAnswers(props.snapshot)
  return (
    <>
      {unsent.words !== '' && <UnsentAnswerNote words={unsent.words} onForget={unsent.forget} />}
      {props.snapshot.run?.outcome !== 'active' && <Rest {...props} unsent={unsent} />}
    </>
  )
}

function Rest(props: ThreadRestProps & { unsent: UnsentAnswers }) {
  const { session, snapshot, onRun, goOn, unsent } = props
  const { conversation, run } = snapshot
  const { interrupts, next, messages } = conversation
  const answer = async (interrupt: Interrupt, value: unknown) => {
    const resume = resumeValue(interrupt, interrupts, value)
    const result = await onRun({ command: { resume } })
    if (!result.ok) throw result.error
  }
  const isOurs = run?.cancel?.action === 'rollback'
  const isWaiting = interrupts.length > 0
  const broken = isWaiting || run?.outcome === 'paused' ? [] : brokenCalls(messages)
  const isBreak = isAtBreak(snapshot)
  return (
    <>
      {snapshot.kept && snapshot.kept === snapshot.state && <KeptNote session={session} />}
      {run?.outcome === 'rolled_back' && (
        <Note tone="info" title={isOurs ? 'Rolled back' : 'The run is gone'}>
          {isOurs ? rollbackWords[run.cancel?.proof ?? 'unknown'] : goneWords}
        </Note>
      )}
      {run?.cancel?.stage === 'not_removed' && (
        <Note tone="warn" title="Stopped, but not rolled back">
          The server ended the run and kept it, with its checkpoints.
        </Note>
      )}
      {run?.cancel?.stage === 'missed' && (
        <Note tone="info">The run had ended before it could be stopped.</Note>
      )}
      {broken.length > 0 && <BrokenNote session={session} calls={broken} start={onRun} />}
      {interrupts.map((interrupt, index) => (
        <InterruptCard
          key={interrupt.id ?? index}
          interrupt={interrupt}
          place={interrupts.length > 1 ? `${index + 1} of ${interrupts.length}` : undefined}
          onAnswer={(value) => unsent.sending(interrupt.id, answer(interrupt, value))}
        />
      ))}
      {isBreak && (
        <Note
          title={`Paused before ${next.join(', ')}`}
          action={
            <Button acts onClick={goOn}>
              Continue
            </Button>
          }
        >
          {snapshot.state?.metadata?.source === 'update'
            ? 'The state was changed by hand; the graph has not gone on from it.'
            : 'There is a break point here.'}
        </Note>
      )}
    </>
  )
}

const goneWords =
  'It was rolled back or deleted, but not from this page. What you see is the thread as it is now.'

const rollbackWords = {
  same: 'The run and its checkpoints are gone; the thread is as it was before.',
  different:
    'The run is gone, but the thread is not as it was before it: compare the states in the history.',
  unknown: 'The run is gone. Whether the thread is as it was before could not be checked.',
} as const

export function OpeningFailed({ session, snapshot }: SessionProps) {
  return (
    <Note
      tone="bad"
      title="The thread could not be opened"
      action={<Button onClick={() => void session.refresh()}>Try again</Button>}
    >
      {snapshot.error?.message}
    </Note>
  )
}

/** Leads to what came of the thread after what is shown. */
export function Beyond({ session, ends }: { session: RunSession; ends: readonly string[] }) {
  const [problem, setProblem] = useState<string | null>(null)
  const show = (end: string) => session.view(end).catch((error: Error) => setProblem(error.message))
  const words = ends.length === 1 ? 'another branch' : `${ends.length} other branches`
  return (
    <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
      {`The thread went on from here in ${words}.`}
      {ends.map((end, index) => (
        <Button key={end} size="sm" onClick={() => void show(end)}>
          {ends.length === 1 ? 'Show it' : `Show ${index + 1}`}
        </Button>
      ))}
      {problem && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
    </p>
  )
}
