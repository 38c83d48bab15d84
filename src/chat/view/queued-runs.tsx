import { type ReactNode, useState } from 'react'
import { isHeld, type Run } from '../../contract/agent-server/runs.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inputTitle, runTitle } from '../conversation/runs/sent-messages.ts'
import { HandsFocusOn } from '../hands-focus-on.tsx'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'

type QueuedRunsProps = { session: RunSession; snapshot: SessionSnapshot }

/** Messages that wait for their turn, in their order, and behind them those that are on their way to the server. */
export function QueuedRuns({ session, snapshot }: QueuedRunsProps) {
  return (
    <>
      {snapshot.queued.map((run, index) => (
        <Waiting key={run.run_id} words={runTitle(run)}>
          {waitWords(run, index, snapshot.conversation.interrupts.length > 0)}
          <QueueActions session={session} snapshot={snapshot} run={run} isFirst={index === 0} />
        </Waiting>
      ))}
      {snapshot.sending.map(({ key, input }) => (
        <Waiting key={key} words={inputTitle(input) || 'An answer to a question'}>
          Sending…
        </Waiting>
      ))}
    </>
  )
}

function Waiting({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="ml-auto w-fit max-w-[78%]">
      <div className="ml-auto w-fit whitespace-pre-wrap rounded-lg border border-line-strong border-dashed px-3.5 py-[9px] text-base text-ink-2 leading-[22px] [overflow-wrap:anywhere]">
        {words}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-ink-3 text-sm">
        {children}
      </div>
    </div>
  )
}

function waitWords(run: Run, index: number, isAsking: boolean): string {
  if (isHeld(run) && isAsking) return 'Waits until the question is answered'
  return index === 0 ? 'Waits its turn' : `Waits its turn, ${index + 1} in line`
}

type QueueActionsProps = QueuedRunsProps & { run: Run; isFirst: boolean }

/** What can be done to a run that waits: it can be cancelled, or go before the others. */
export function QueueActions({ session, snapshot, run, isFirst }: QueueActionsProps) {
  const [isMoving, setIsMoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const cancel = snapshot.queuedCancels[run.run_id]
  const isCancelling = cancel !== undefined && cancel.stage !== 'failed'
  const move = async () => {
    setIsMoving(true)
    setProblem(null)
    await session.moveToFront(run.run_id).catch((error: Error) => setProblem(error.message))
    setIsMoving(false)
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-1">
      {(problem ?? cancel?.error?.message) && (
        <span role="alert" className="text-bad text-sm">
          {problem ?? cancel?.error?.message}
        </span>
      )}
      {!isFirst && (
        <HandsFocusOn>
          <Button
            acts
            size="sm"
            variant="ghost"
            isPending={isMoving}
            title="Those before it are cancelled and sent again behind it"
            onClick={() => void move()}
          >
            Move to front
          </Button>
        </HandsFocusOn>
      )}
      <HandsFocusOn>
        <Button
          acts
          size="sm"
          variant="ghost"
          isPending={isCancelling}
          onClick={() => void session.interrupt(run.run_id)}
        >
          Cancel
        </Button>
      </HandsFocusOn>
    </span>
  )
}
