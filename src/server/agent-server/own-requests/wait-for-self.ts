import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { findRunning } from '../run-store/run-store.ts'

/**
 * Refuses (409) a run that would never start: a client within a graph hands on the ids of the run that it is called in,
 * and one that waits for another run on the thread of that run waits for itself.
 */
export async function refuseWaitForSelf(
  db: Queryable,
  key: { deployment_id: string; thread_id: string },
  { config, multitask_strategy: strategy }: RunCreate,
): Promise<void> {
  const caller = config?.configurable?.run_id
  if (typeof caller !== 'string' || (strategy ?? 'enqueue') !== 'enqueue') return
  const running = await findRunning(db, key)
  if (running?.run_id === caller) throw new HttpError(409, refusal)
}

const refusal =
  'The run that asks is at work on this thread, and would wait for itself: give the call a thread_id of its own.'
