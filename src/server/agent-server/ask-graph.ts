import type { Call } from '../executor/protocol.ts'
import { HttpError } from '../http/http-error.ts'
import { asError } from './engine-context.ts'
import { ExecutorGoneError } from './executor-process.ts'
import type { RunEngine } from './run-engine.ts'

/**
 * Asks the executor of the revision that serves about one of its graphs; resolves with JSON text.
 * Rejects with 503 when none is up, with 409 when the revision has no such graph, and with 502 in the
 * graph's own words when it fails.
 */
export async function askGraph(
  engine: RunEngine,
  deploymentId: string,
  body: Extract<Call, { graph_id: string }>,
): Promise<string> {
  const served = engine.fleet.find(deploymentId)?.active
  if (!served) {
    throw new HttpError(503, 'No revision of this deployment serves yet. Try again once one does.')
  }
  if (!engine.fleet.hasGraph(served.revision.revision_id, body.graph_id)) {
    throw new HttpError(
      409,
      `This belongs to the graph “${body.graph_id}”, which the revision that serves does not have.`,
    )
  }
  try {
    return await served.read(body)
  } catch (error) {
    const { message } = asError(error)
    if (error instanceof ExecutorGoneError) {
      throw new HttpError(503, `${message} Try again in a moment.`)
    }
    throw new HttpError(502, `The graph “${body.graph_id}” failed: ${message}`)
  }
}
