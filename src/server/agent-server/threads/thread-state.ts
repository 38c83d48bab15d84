import { chosenParts } from '../../../contract/agent-server/state-parts.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { RunConfig } from '../../executor/protocol/run-order.ts'
import { HttpError } from '../../http/http-error.ts'
import type { TextParts } from '../../http/text-stream.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import { askGraphInParts } from '../graphs/ask-graph.ts'
import { unknownThread } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import { isCheckpoint } from './checkpoint-store.ts'
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

/** Which state: the newest of the thread if nothing is said. */
export interface StateChoice {
  checkpoint_id?: string | undefined
  checkpoint_ns?: string | undefined
  subgraphs: boolean
  /** The parts of it that are told; all if absent. */
  select?: readonly string[] | undefined
}

/**
 * A state as JSON text, in parts where it is long. The graph computes it, so an executor has to be up: rejects with 503 when none
 * is, 409 when the revision that serves has no such graph, 404 for an unknown thread or checkpoint.
 */
export async function readState(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  choice: StateChoice,
): Promise<string | TextParts> {
  const graph = await graphOf(engine, deploymentId, threadId)
  const { checkpoint_id, checkpoint_ns = '' } = choice
  if (checkpoint_id) {
    const isThere = await isCheckpoint(engine.database, threadId, checkpoint_id, checkpoint_ns)
    if (!isThere) throw new HttpError(404, `The thread has no checkpoint ${checkpoint_id}.`)
  }
  if (!graph) return writeJson(chosenParts(emptyState, choice.select))
  return askGraphInParts(engine, deploymentId, { call: 'state', ...graph, ...choice })
}

/** Which page of states, newest first. */
export interface HistoryChoice {
  limit: number
  /** That state alone. */
  checkpoint_id?: string | undefined
  before?: string | undefined
  checkpoint_ns?: string | undefined
  metadata?: Record<string, unknown> | undefined
  /** The parts that are told of each; all if absent. */
  select?: readonly string[] | undefined
}

/** A page of states as JSON text, newest first, in parts where it is long. Rejects as `readState` does. */
export async function readHistory(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  page: HistoryChoice,
): Promise<string | TextParts> {
  const graph = await graphOf(engine, deploymentId, threadId)
  if (!graph) return '[]'
  return askGraphInParts(engine, deploymentId, { call: 'history', ...graph, ...page })
}

/**
 * The graph that ran last on a thread, with the config that it had then; null when none did. Rejects
 * with 404 for an unknown thread.
 */
async function graphOf(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
): Promise<{ graph_id: string; thread_id: string; config: RunConfig } | null> {
  const thread = await findThreadGraph(engine.database, deploymentId, threadId)
  if (!thread) throw unknownThread(threadId)
  const { graph_id } = thread
  if (graph_id === null) return null
  return { graph_id, thread_id: threadId, config: await configOf(engine, deploymentId, threadId) }
}

/** That of the last run, or where there is none any more, the assistant's. */
export async function configOf(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
): Promise<RunConfig> {
  const rows = await engine.database.query<{ kwargs: string | null; assistant: string | null }>(
    `select t.assistant_id::text as assistant, (
       select kwargs from runs r where r.thread_id = t.thread_id order by position desc limit 1
     ) as kwargs from threads t where t.thread_id = $1`,
    [threadId],
  )
  const { kwargs, assistant } = rows[0] ?? {}
  if (kwargs) return (parseJson(kwargs) as { config?: RunConfig }).config ?? {}
  if (!assistant) return {}
  const found = await findAssistant(engine.database, deploymentId, assistant)
  return (found?.config ?? {}) as RunConfig
}
