import type { EngineContext } from './engine-context.ts'
import { clearSuspects, requeueRun } from './run-claims.ts'
import { lockRun, type RunRow } from './run-store.ts'

const mostAttempts = 3

/**
 * What a lost process says about a run of it: it may have crashed the process, it was only there,
 * or the whole server was ended, which is nobody's fault but still an attempt.
 */
type Verdict = 'blamed' | 'innocent' | 'orphaned'

/**
 * Whom a crash counts against: the run that did not stop and so had its process ended, else the
 * suspect of an earlier crash, else everybody. Suspects work one at a time until the one that
 * crashes is found, so that it does not take the others with it.
 */
export function blame<Lost extends { run: Pick<RunRow, 'is_suspect'>; isStuck: boolean }>(
  lost: Lost[],
): { run: Lost['run']; verdict: Verdict }[] {
  const stuck = lost.filter((attempt) => attempt.isStuck)
  const suspects = lost.filter((attempt) => attempt.run.is_suspect)
  const blamed = [stuck, suspects, lost].find((some) => some.length > 0) ?? []
  return lost.map((attempt) => ({
    run: attempt.run,
    verdict: blamed.includes(attempt) ? 'blamed' : 'innocent',
  }))
}

/**
 * Puts a run back into the queue whose process is gone. Answers false when it is not to be tried
 * again: it was cancelled, has had its attempts, or is not ours any more.
 */
export async function tryAgain(
  { database, now, signals }: EngineContext,
  run: RunRow,
  verdict: Verdict,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await lockRun(tx, run.run_id)
    const isOurs =
      row?.status === 'running' && row.attempt === run.attempt && row.claimed_by === run.claimed_by
    if (!isOurs || row.cancel_action) return false
    if (verdict !== 'innocent' && row.attempt >= mostAttempts) {
      await clearSuspects(tx, run.deployment_id)
      return false
    }
    const isSuspect = verdict === 'blamed' || run.is_suspect
    // Another process may go on with it, and readers here follow it there.
    const isLogged = signals.isShared
    const counted = { attempt: run.attempt, isSuspect, isLogged, now: now() }
    const back = verdict === 'innocent' ? { ...uncounted(run, now()), isLogged } : counted
    await requeueRun(tx, run.run_id, back)
    return true
  })
}

/** For an attempt that ended through no fault of the run. */
export function uncounted(run: RunRow, now: Date): Parameters<typeof requeueRun>[2] {
  return { attempt: run.attempt - 1, isSuspect: run.is_suspect, isLogged: false, now }
}
