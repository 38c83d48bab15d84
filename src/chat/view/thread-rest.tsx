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
const KeptNote = lazyPart(() => import('./notes/kept-note.tsx').then((code) => code.KeptNote))
const CancelNotes = lazyPart(() =>
  import('./notes/cancel-notes.tsx').then((code) => code.CancelNotes),
)
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
  const isWaiting = interrupts.length > 0
  const broken = isWaiting || run?.outcome === 'paused' ? [] : brokenCalls(messages)
  const isBreak = isAtBreak(snapshot)
  return (
    <>
      {snapshot.kept && snapshot.kept === snapshot.state && <KeptNote session={session} />}
      {(run?.outcome === 'rolled_back' || run?.cancel) && <CancelNotes run={run} />}
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
