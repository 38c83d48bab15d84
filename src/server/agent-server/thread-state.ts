import type { Call } from '../executor/protocol.ts'
import { HttpError } from '../http/http-error.ts'
import { unknownThread } from './cancel-runs.ts'
import { ExecutorGoneError } from './executor-process.ts'
import type { RunEngine } from './run-engine.ts'
import { findThreadGraph } from './thread-store.ts'

/** The state of a thread that never ran. */
const emptyState = {
  values: {},
  next: [],
  tasks: [],
  created_at: null,
  checkpoint: null,
  parent_checkpoint: null,
  interrupts: [],
}

/**
 * The newest state as JSON text. The graph computes it, so an executor has to be up: rejects with
 * 503 when none is, 409 when the revision that serves has no such graph, 404 for an unknown thread.
 */
export async function readState(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  subgraphs: boolean,
): Promise<string> {
  const graph_id = await graphOf(engine, deploymentId, threadId)
  if (graph_id === null) return JSON.stringify(emptyState)
  return ask(engine, deploymentId, { call: 'state', graph_id, thread_id: threadId, subgraphs })
}

/** A page of states as JSON text, newest first. Rejects as `readState` does. */
export async function readHistory(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  page: { limit: number; before?: string | undefined },
): Promise<string> {
  const graph_id = await graphOf(engine, deploymentId, threadId)
  if (graph_id === null) return '[]'
  return ask(engine, deploymentId, { call: 'history', graph_id, thread_id: threadId, ...page })
}

async function graphOf(engine: RunEngine, deploymentId: string, threadId: string) {
  const thread = await findThreadGraph(engine.database, deploymentId, threadId)
  if (!thread) throw unknownThread(threadId)
  return thread.graph_id
}

async function ask(
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
      `The thread belongs to the graph “${body.graph_id}”, which the revision that serves does not have.`,
    )
  }
  try {
    return await served.read(body)
  } catch (error) {
    if (!(error instanceof ExecutorGoneError)) throw error
    throw new HttpError(503, `${error.message} Try again in a moment.`)
  }
}
