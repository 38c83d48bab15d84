import type { EngineContext } from '../engine-context.ts'
import type { RunRow } from '../run-row.ts'
import { lockHeld, requeueRun } from '../run-store/run-life-cycle.ts'
import { clearSuspects } from './run-claims.ts'

const mostAttempts = 3

/**
 * What a lost process says about a run of it: it may have crashed the process, it was only there,
 * or the whole server was ended, which is nobody's fault but still an attempt.
 */
type Attribution = 'responsible' | 'bystander' | 'orphaned'

/**
 * Which runs are responsible for a crash: the run that did not stop and so had its process ended, else the
 * suspect of an earlier crash, else everybody. Suspects work one at a time until the one that
 * crashes is found, so that it does not take the others with it.
 */
export function attributeCrash<Lost extends { run: Pick<RunRow, 'is_suspect'>; isStuck: boolean }>(
  lost: Lost[],
): { run: Lost['run']; attribution: Attribution }[] {
  const stuck = lost.filter((attempt) => attempt.isStuck)
  const suspects = lost.filter((attempt) => attempt.run.is_suspect)
  const responsible = [stuck, suspects, lost].find((some) => some.length > 0) ?? []
  return lost.map((attempt) => ({
    run: attempt.run,
    attribution: responsible.includes(attempt) ? 'responsible' : 'bystander',
  }))
}

/**
 * Puts a run back into the queue whose process is gone. Answers false when it is not to be tried
 * again: it was cancelled, has had its attempts, or is not ours any more.
 */
export async function tryAgain(
  { database, now, cluster }: Pick<EngineContext, 'database' | 'cluster' | 'now'>,
  run: RunRow,
  attribution: Attribution,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await lockHeld(tx, run)
    if (!row || row.cancel_action) return false
    if (attribution !== 'bystander' && row.attempt >= mostAttempts) {
      await clearSuspects(tx, run.deployment_id)
      return false
    }
    const isSuspect = attribution === 'responsible' || run.is_suspect
    // Another process may go on with it, and readers here follow it there.
    const isLogged = cluster.isShared
    const counted = { attempt: run.attempt, isSuspect, isLogged, now: now() }
    const back = attribution === 'bystander' ? { ...uncounted(run, now()), isLogged } : counted
    await requeueRun(tx, run.run_id, back)
    return true
  })
}

/** For an attempt that ended through no fault of the run. */
export function uncounted(run: RunRow, now: Date): Parameters<typeof requeueRun>[2] {
  return { attempt: run.attempt - 1, isSuspect: run.is_suspect, isLogged: false, now }
}
