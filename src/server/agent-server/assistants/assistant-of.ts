import type { Context } from 'hono'
import type { Assistant } from '../../../contract/agent-server/assistants.ts'
import { HttpError } from '../../http/http-error.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { RunEngine } from '../run-engine.ts'
import { findAssistant } from './assistant-store.ts'

/** The assistant that a path names, by id or by graph. Rejects with 404. */
export async function assistantOf(
  engine: RunEngine,
  context: Context,
  idOrGraph: string,
): Promise<Assistant> {
  const deployment = deploymentOf(engine, context)
  const found = await findAssistant(engine.database, deployment, idOrGraph)
  if (found) return found
  throw new HttpError(404, `There is no assistant “${idOrGraph}” in this deployment.`)
}
