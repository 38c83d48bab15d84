import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { HttpError } from '../../http/http-error.ts'
import type { EngineContext } from '../engine-context.ts'
import { downInWords } from './outage.ts'

/**
 * Refuses (503) a run that nothing can take, instead of letting whoever asked wait without a word: what is to serve
 * could not be started again, and there is no other process that may have it. While it is being started for the first time a run
 * waits for it, as one for later does.
 */
export async function checkServing(
  { executors, cluster }: Pick<EngineContext, 'executors' | 'cluster'>,
  deploymentId: string,
  { after_seconds }: Pick<RunCreate, 'after_seconds'>,
): Promise<void> {
  const outage = executors.outageOf(deploymentId)
  if (after_seconds || !outage?.hasFailed || (await cluster.hasPeers())) return
  throw new HttpError(503, `${downInWords(outage)} It is tried again.`)
}
