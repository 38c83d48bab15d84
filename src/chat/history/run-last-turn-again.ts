import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import type { StartRun } from './use-time-travel.ts'

/** The input that the last turn began with, and the run that took it; null where no run of the thread took any. */
export function lastTurnOf({ records }: Pick<SessionSnapshot, 'records'>) {
  const run = records.findLast(({ kwargs }) => kwargs?.input !== undefined && kwargs.input !== null)
  return run ? { run_id: run.run_id, input: run.kwargs?.input } : null
}

/**
 * Gives the last turn's input once more to what serves now: a branch that begins where the thread was before it, so
 * that both answers can be looked at. Rejects with a sentence.
 */
export async function runLastTurnAgain(session: RunSession, start: StartRun): Promise<void> {
  const turn = lastTurnOf(session.getSnapshot())
  if (!turn) throw new Error('No turn of this thread is known that could be run again.')
  const before = await session.history.beforeRun(turn.run_id)
  const { entries, error } = session.history.getSnapshot()
  if (error) throw error
  // The thread's first run began with nothing: its input stands behind its own first checkpoint.
  const first = entries.findLast((entry) => entry.run_id === turn.run_id)
  const checkpoint_id =
    before?.checkpoint_id ?? (first?.parent_id === null ? first.checkpoint_id : null)
  if (!checkpoint_id) {
    throw new Error('The server no longer has the checkpoint before the last turn.')
  }
  const result = await start({ input: turn.input }, { checkpoint_id })
  if (!result.ok) throw result.error
  // The old answer is still there: the switch that leads to it needs the checkpoints.
  void session.history.refresh()
}
