import { chosenParts } from '../../../contract/agent-server/state-parts.ts'
import type { LoadedGraph } from '../loaded-graph.ts'
import type { ThreadStore } from '../parent-channel.ts'
import type {
  DraftedUpdate,
  HistoryRequest,
  StateRequest,
  ThreadGraph,
  UpdateRequest,
} from '../protocol/thread-calls.ts'
import { sentenceOf } from '../sentence-of.ts'
import { digitJson } from '../whole-numbers.ts'
import { wireJson } from '../wire-json.ts'
import { ThreadSaver } from './checkpoint-saver.ts'
import { DraftStore } from './draft-store.ts'
import { readableHistory, readableState } from './readable-state.ts'
import { threadSnapshot, wireCheckpoint, wireState } from './wire-state.ts'

/** One state of a thread, as JSON text. */
export async function readState(
  loaded: LoadedGraph,
  store: ThreadStore,
  request: StateRequest,
): Promise<string> {
  const { graph, saver } = await readerOf(loaded, store, request)
  const { thread_id, checkpoint_id, checkpoint_ns = '', subgraphs, select } = request
  const configurable = { thread_id, checkpoint_ns, ...(checkpoint_id ? { checkpoint_id } : {}) }
  const state = await readableState(graph, saver, { configurable }, { subgraphs })
  return wireJson(chosenParts(wireState(state), select))
}

/** A page of states, newest first, as JSON text that is made state by state. */
export async function* readHistory(
  loaded: LoadedGraph,
  store: ThreadStore,
  request: HistoryRequest,
): AsyncGenerator<string> {
  const { graph, saver } = await readerOf(loaded, store, request)
  const { thread_id, checkpoint_id, checkpoint_ns = '', before, limit } = request
  const { metadata, select } = request
  const states = readableHistory(
    graph,
    saver,
    { configurable: { thread_id, checkpoint_ns, ...(checkpoint_id ? { checkpoint_id } : {}) } },
    {
      limit,
      ...(before ? { before: { configurable: { checkpoint_id: before } } } : {}),
      ...(metadata ? { filter: metadata } : {}),
    },
  )
  let lead = '['
  for await (const state of states) {
    yield lead + wireJson(chosenParts(wireState(state), select))
    lead = ','
  }
  yield lead === '[' ? '[]' : ']'
}

/** What the thread's list shows of its newest state, as JSON text. */
export async function readSnapshot(
  loaded: LoadedGraph,
  store: ThreadStore,
  request: ThreadGraph,
): Promise<string> {
  const { graph, saver } = await readerOf(loaded, store, request)
  const configurable = { thread_id: request.thread_id, checkpoint_ns: '' }
  return digitJson(threadSnapshot(await readableState(graph, saver, { configurable })))
}

/** Writes states into a draft, and tells what is to be stored (`DraftedUpdate` as JSON text). */
export async function draftUpdate(
  loaded: LoadedGraph,
  store: ThreadStore,
  request: UpdateRequest,
): Promise<string> {
  const { thread_id, graph_id, checkpoint } = request
  const draft = new DraftStore(store)
  const stamp = { graph_id }
  const saver = new ThreadSaver(draft.ask, loaded.library.serializer, thread_id, stamp)
  const graph = await loaded.forUse(withThread(request), saver)
  const target = {
    ...withThread(request).configurable,
    checkpoint_ns: checkpoint.checkpoint_ns ?? '',
    ...(checkpoint.checkpoint_id ? { checkpoint_id: checkpoint.checkpoint_id } : {}),
    ...(checkpoint.checkpoint_map ? { checkpoint_map: checkpoint.checkpoint_map } : {}),
  }
  const steps = request.steps.map((updates) => ({
    updates: updates.map(({ values, command, as_node }) => ({
      values: command ? new loaded.library.Command(command as never) : values,
      ...(as_node ? { asNode: as_node } : {}),
    })),
  }))
  try {
    const written = await graph.bulkUpdateState({ configurable: target }, steps as never)
    const newest = await graph.getState({ configurable: { thread_id, checkpoint_ns: '' } })
    return digitJson({
      checkpoint: (wireCheckpoint(written) ?? {}) as Record<string, unknown>,
      calls: draft.calls,
      snapshot: threadSnapshot(newest),
    } satisfies DraftedUpdate)
  } catch (error) {
    return digitJson(refusal(error))
  }
}

/** The graph library has one error without a code for all that is wrong about the node. */
function refusal(error: unknown): DraftedUpdate {
  const sentence = sentenceOf(error)
  const isOfNode = error instanceof Error && error.name === 'InvalidUpdateError'
  if (!isOfNode) return { refused: sentence, field: 'values' }
  const refused = sentence.startsWith('Ambiguous update')
    ? 'It is not clear which node wrote this: name one.'
    : sentence
  return { refused, field: 'as_node' }
}

/** The request's graph, over a saver that can only read the request's thread. */
async function readerOf(loaded: LoadedGraph, store: ThreadStore, request: ThreadGraph) {
  const saver = new ThreadSaver(store, loaded.library.serializer, request.thread_id)
  return { graph: await loaded.forUse(withThread(request), saver), saver }
}

function withThread({ config, thread_id }: ThreadGraph) {
  return { ...config, configurable: { ...config?.configurable, thread_id } }
}
