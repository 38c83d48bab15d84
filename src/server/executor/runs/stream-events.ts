import type { RunnableConfig } from '@langchain/core/runnables'
import type { StreamMode } from '../../../contract/agent-server/run-request.ts'
import type { AnyGraph } from '../loaded-graph.ts'
import { type EventMessage, type RunOrder, streamedMark } from '../protocol/run-order.ts'
import { type Chunk, pointerMode, withPointers } from '../state/checkpoint-pointers.ts'
import { errorText, taskCheckpoint, wireCheckpoint } from '../state/wire-state.ts'
import { wireJson } from '../wire-json.ts'
import { MessageEvents } from './message-events.ts'

type Options = Record<string, unknown>

/**
 * Runs the graph and yields the events of the modes that were asked for, in the names and shapes of
 * the wire. `knownIds` are the messages that the thread had before.
 */
export async function* streamEvents(
  graph: AnyGraph,
  input: unknown,
  options: Options,
  order: RunOrder,
  knownIds: Iterable<string>,
): AsyncGenerator<EventMessage> {
  const asked = new Set(order.stream_modes)
  const messages = new MessageEvents(knownIds)
  const told = order.is_told_whole ? toldToAll(order) : toldToAsker(order)
  const chunks = asked.has('events')
    ? eventChunks(graph, input, options, order)
    : graphChunks(graph, input, options, order)
  const all = order.is_told_whole ? withPointers(chunks) : chunks
  for await (const { namespace, mode, payload } of all) {
    const at = order.stream_subgraphs ? namespace : []
    if (mode === 'messages') {
      const part = payload as [unknown, unknown]
      yield* told('messages', namespace, asked.has('messages-tuple'), () => part)
      if (asked.has('messages')) {
        for (const event of messages.ofPart(at, part)) yield made(...event)
      }
      continue
    }
    if (mode === 'values' && asked.has('messages') && at.length === namespace.length) {
      for (const event of messages.ofValues(at, payload)) yield made(...event)
    }
    if (mode === pointerMode) {
      yield made(`${streamedMark}checkpoints`, namespace, payload)
      continue
    }
    const isAsked = asked.has(mode as StreamMode)
    if (mode === 'checkpoints' && (!isAsked || isPointer(payload))) continue
    yield* told(mode, namespace, isAsked, () => shaped(mode, payload))
  }
}

/** Where an event came from within a graph, whether its mode was asked for, and its data. */
type Told = (
  mode: string,
  namespace: string[],
  isAsked: boolean,
  data: () => unknown,
) => Iterable<EventMessage>

/** What is said, written and called within subgraphs is told without their names to who did not ask for them. */
const ofWholeRun = ['messages', 'custom', 'tools', 'events']

function toldToAsker({ stream_subgraphs: hasSubgraphs }: RunOrder): Told {
  return (mode, namespace, isAsked, data) => {
    if (!isAsked) return []
    if (hasSubgraphs || namespace.length === 0) return [made(mode, namespace, data())]
    return ofWholeRun.includes(mode) ? [made(mode, [], data())] : []
  }
}

/** For a thread that is read by the streaming protocol: what was not asked for is told under a mark. */
function toldToAll({ stream_subgraphs: hasSubgraphs }: RunOrder): Told {
  return (mode, namespace, isAsked, data) => {
    const isOwn = hasSubgraphs || namespace.length === 0
    if (isAsked && isOwn) return [made(mode, namespace, data())]
    if (!isAsked || !ofWholeRun.includes(mode)) {
      return [made(streamedMark + mode, namespace, data())]
    }
    const [first = '', ...rest] = namespace
    return [made(mode, [streamedMark + first, ...rest], data())]
  }
}

async function* graphChunks(
  graph: AnyGraph,
  input: unknown,
  options: Options,
  order: RunOrder,
): AsyncGenerator<Chunk> {
  const stream = await graph.stream(input as never, {
    ...options,
    streamMode: libraryModes(order) as never,
    subgraphs: hasNamespaces(order),
  })
  for await (const chunk of stream) yield chunkOf(chunk, hasNamespaces(order))
}

interface LibraryEvent {
  event: string
  run_id: string
  tags?: string[]
  data: { chunk?: unknown }
}

async function* eventChunks(
  graph: AnyGraph,
  input: unknown,
  options: Options,
  order: RunOrder,
): AsyncGenerator<Chunk> {
  const stream = graph.streamEvents(
    input as never,
    {
      ...options,
      version: 'v2',
      streamMode: libraryModes(order) as never,
      subgraphs: hasNamespaces(order),
    } as never,
  ) as unknown as AsyncIterable<LibraryEvent>
  for await (const event of stream) {
    if (event.tags?.includes('langsmith:hidden')) continue
    if (event.event === 'on_chain_stream' && event.run_id === order.run_id) {
      yield chunkOf(event.data.chunk, hasNamespaces(order))
    } else {
      yield { namespace: [], mode: 'events', payload: event }
    }
  }
}

function chunkOf(chunk: unknown, hasNamespace: boolean): Chunk {
  const parts = chunk as unknown[]
  const [mode, payload] = hasNamespace ? parts.slice(1) : parts
  return {
    namespace: hasNamespace ? (parts[0] as string[]) : [],
    mode: String(mode),
    payload,
  }
}

/** Without names the library does not tell what is said within subgraphs. */
function hasNamespaces(order: RunOrder): boolean {
  const isOfWholeRun = libraryModes(order).some((mode) => ofWholeRun.includes(mode))
  return order.stream_subgraphs || order.is_told_whole || isOfWholeRun
}

const wholeModes = ['values', 'updates', 'messages', 'custom', 'tasks', 'checkpoints', 'tools']

/** The library's modes that the wire's modes are made from. */
function libraryModes({ stream_modes, is_told_whole }: RunOrder): string[] {
  const needed = stream_modes.flatMap((mode): string[] => {
    if (mode === 'messages-tuple') return ['messages']
    // Complete messages are read off the values.
    if (mode === 'messages') return ['messages', 'values']
    return mode === 'events' ? [] : [mode]
  })
  if (is_told_whole) needed.push(...wholeModes)
  return needed.length > 0 ? [...new Set(needed)] : ['values']
}

function made(kind: string, namespace: string[], data: unknown): EventMessage {
  return { event: [kind, ...namespace].join('|'), data: wireJson(data) }
}

/** The library announces values with a pointer to their checkpoint, which is no checkpoint event. */
function isPointer(payload: unknown): boolean {
  return !('config' in (payload as object))
}

function shaped(mode: string, payload: unknown): unknown {
  if (mode === 'checkpoints') return checkpointEvent(payload as CheckpointPayload)
  if (mode !== 'debug') return payload
  const debug = payload as { type: string; payload: unknown }
  if (debug.type !== 'checkpoint') return debug
  return { ...debug, payload: checkpointEvent(debug.payload as CheckpointPayload) }
}

interface CheckpointPayload {
  config?: RunnableConfig
  parentConfig?: RunnableConfig
  tasks?: TaskPayload[]
  [field: string]: unknown
}

interface TaskPayload {
  /** Where the state of its subgraph is. */
  state?: RunnableConfig
  error?: unknown
  [field: string]: unknown
}

function checkpointEvent({ config, parentConfig, tasks, ...rest }: CheckpointPayload): object {
  return {
    ...rest,
    tasks: (tasks ?? []).map(taskOf),
    config: plainConfig(config),
    checkpoint: wireCheckpoint(config),
    parent_checkpoint: wireCheckpoint(parentConfig),
    parent_config: plainConfig(parentConfig),
  }
}

function taskOf({ state, error, ...task }: TaskPayload): object {
  return {
    ...task,
    error: error === undefined ? null : errorText(error),
    checkpoint: taskCheckpoint(state),
  }
}

/**
 * Without the library's inner fields, which hold functions and the saver, and without the user, of whom only the id is
 * told.
 */
function plainConfig(config: RunnableConfig | undefined): object | null {
  if (!config) return null
  const { configurable = {}, metadata, tags } = config
  const { langgraph_auth_user: _, langgraph_auth_permissions: __, ...shown } = configurable
  const entries = Object.entries(shown).filter(([key]) => !key.startsWith('__'))
  return { configurable: Object.fromEntries(entries), metadata, tags }
}
