import { Button } from '../ui/button.tsx'
import { runTitle } from './run-input.ts'
import type { RunSession, SessionSnapshot } from './session-types.ts'

type QueuedRunsProps = { session: RunSession; snapshot: SessionSnapshot }

/** Messages that wait for their turn, each with its own cancel. */
export function QueuedRuns({ session, snapshot }: QueuedRunsProps) {
  return snapshot.queued.map((run) => {
    const cancel = snapshot.queuedCancels[run.run_id]
    const isCancelling = cancel !== undefined && cancel.stage !== 'failed'
    return (
      <div key={run.run_id} className="ml-auto w-fit max-w-[78%]">
        <div className="ml-auto w-fit whitespace-pre-wrap break-words rounded-lg border border-line-strong border-dashed px-3.5 py-[9px] text-base text-ink-2 leading-[22px]">
          {runTitle(run)}
        </div>
        <div className="mt-1 flex items-center justify-end gap-2 text-ink-3 text-sm">
          {cancel?.error ? cancel.error.message : 'Waits its turn'}
          <Button
            size="sm"
            variant="ghost"
            isPending={isCancelling}
            onClick={() => void session.interrupt(run.run_id)}
          >
            Cancel
          </Button>
        </div>
      </div>
    )
  })
}
