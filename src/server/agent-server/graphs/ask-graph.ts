import { HttpError } from '../../http/http-error.ts'
import type { TextParts } from '../../http/text-stream.ts'
import { wholeOf } from '../executors/long-answer.ts'
import type { RunEngine } from '../run-engine.ts'
import { answerOf, type GraphCall } from './graph-calls.ts'

/**
 * Asks the executor of the revision that serves about one of its graphs, or that of another process
 * where this one has none; resolves with JSON text. Rejects with 503 when none is up, with 409 when the
 * revision has no such graph or that cannot go on with the thread, and with 502 in the graph's own words when it fails.
 */
export async function askGraph(
  engine: RunEngine,
  deploymentId: string,
  body: GraphCall,
): Promise<string> {
  return wholeOf(await askGraphInParts(engine, deploymentId, body))
}

/** As `askGraph`, for what may be long: its parts, as fast as they are taken. */
export async function askGraphInParts(
  engine: RunEngine,
  deploymentId: string,
  body: GraphCall,
): Promise<string | TextParts> {
  const served = engine.executors.find(deploymentId)?.active
  const { graph_id } = body
  if (served && !engine.executors.hasGraph(served, graph_id)) {
    throw new HttpError(
      409,
      `This belongs to the graph “${graph_id}”, which the revision that serves does not have.`,
    )
  }
  const elsewhere = served?.canRun ? null : await engine.graphCalls.ask(deploymentId, body)
  // One that is being started again here is waited for when nobody else has one.
  const answer = elsewhere ?? (served && (await answerOf(served, body)))
  if (!answer) {
    throw new HttpError(503, 'No revision of this deployment serves yet. Try again once one does.')
  }
  if ('json' in answer) return answer.json
  if ('parts' in answer) return answer.parts
  if ('gone' in answer) throw new HttpError(503, `${answer.gone} Try again in a moment.`)
  if ('refused' in answer) throw new HttpError(409, answer.refused)
  throw new HttpError(502, `The graph “${graph_id}” failed: ${answer.failure}`)
}
