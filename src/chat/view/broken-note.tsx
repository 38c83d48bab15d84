import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { type BrokenCall, cancelledResults } from '../conversation/parts/broken-calls.ts'
import type { StartRun } from '../history/use-time-travel.ts'
import type { RunSession } from '../session/session-types.ts'

type BrokenNoteProps = {
  session: RunSession
  calls: readonly BrokenCall[]
  start: StartRun
}

/** Tool calls that a stop left without a result, and the two ways to mend the thread. */
export function BrokenNote({ session, calls, start }: BrokenNoteProps) {
  const [isPending, setIsPending] = useState<'discard' | 'continue' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const act = async (kind: 'discard' | 'continue', work: () => Promise<void>) => {
    setIsPending(kind)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.')
    } finally {
      setIsPending(null)
    }
  }
  const open = calls.filter((call) => call.isLast)
  const names = [...new Set(calls.map((call) => call.name))].join(', ')
  const title =
    calls.length === 1 ? `${names} has no result` : `${calls.length} tool calls have no result`
  if (open.length === 0) {
    return (
      <Note tone="warn" title={title}>
        Something was said after it, so a result can no longer take its place. Many models refuse
        such a thread: edit the message before it, or retry that answer, to begin a branch without
        it.
      </Note>
    )
  }
  return (
    <Note tone="warn" title={title}>
      <p>
        The run was over before {open.length === 1 ? 'the tool' : 'the tools'} answered
        {calls.length === 1 ? '' : ` (${names})`}. Many models refuse to go on with a thread like
        this.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          acts
          size="sm"
          isPending={isPending === 'continue'}
          disabledReason={isPending === 'discard' ? 'The run is being discarded' : undefined}
          onClick={() => void act('continue', () => continueCancelled(session, open, start))}
        >
          Continue with a cancelled result
        </Button>
        <Button
          acts
          size="sm"
          isPending={isPending === 'discard'}
          disabledReason={isPending === 'continue' ? 'A result is being written' : undefined}
          onClick={() => void act('discard', () => discardRun(session, open))}
        >
          Discard that run
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {problem}
        </p>
      )}
    </Note>
  )
}

/** Writes the results as the node that should have written them, and lets the graph go on from there. */
async function continueCancelled(
  session: RunSession,
  calls: readonly BrokenCall[],
  start: StartRun,
): Promise<void> {
  const { state, viewing } = session.getSnapshot()
  const shown = viewing ?? state
  await session.updateState({
    values: { messages: cancelledResults(calls) },
    as_node: shown?.next.length === 1 ? shown.next[0] : null,
    checkpoint_id: viewing?.checkpoint?.checkpoint_id ?? null,
  })
  if ((session.getSnapshot().state?.next.length ?? 0) === 0) return
  const result = await start({ input: null })
  if (!result.ok) throw result.error
}

/** Makes the checkpoint before the run the newest again. The run stays in the list and in the history. */
async function discardRun(session: RunSession, calls: readonly BrokenCall[]): Promise<void> {
  const { state } = session.getSnapshot()
  const written = state?.metadata?.run_id
  const run_id = calls[0]?.run_id ?? (typeof written === 'string' ? written : null)
  if (run_id === null) throw new Error('Which run made the call is not known.')
  const before = await session.history.beforeRun(run_id)
  if (!before) {
    throw new Error(
      'The run was the first of its thread: there is no state before it to go back to. Continue with a cancelled result, or begin a new thread.',
    )
  }
  await session.updateState({ values: null, checkpoint_id: before.checkpoint_id })
}
