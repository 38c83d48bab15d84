import type { RunnableConfig } from '@langchain/core/runnables'
import type { StreamMode } from '../../contract/agent-server/run-request.ts'
import type { AnyGraph } from './load-graphs.ts'
import { MessageEvents } from './message-events.ts'
import type { EventMessage, RunOrder } from './protocol.ts'
import { wireJson } from './wire-json.ts'
import { errorText, taskCheckpoint, wireCheckpoint } from './wire-state.ts'

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
  const chunks = asked.has('events')
    ? eventChunks(graph, input, options, order)
    : graphChunks(graph, input, options, order)
  for await (const { namespace, mode, payload } of chunks) {
    if (mode === 'messages') {
      const part = payload as [unknown, unknown]
      if (asked.has('messages-tuple')) yield made('messages', namespace, part)
      if (asked.has('messages')) {
        for (const [kind, at, data] of messages.ofPart(namespace, part)) yield made(kind, at, data)
      }
      continue
    }
    if (mode === 'values' && asked.has('messages')) {
      for (const [kind, at, data] of messages.ofValues(namespace, payload)) {
        yield made(kind, at, data)
      }
    }
    if (asked.has(mode as StreamMode) && !isPointer(mode, payload)) {
      yield made(mode, namespace, shaped(mode, payload))
    }
  }
}

interface Chunk {
  namespace: string[]
  mode: string
  payload: unknown
}

async function* graphChunks(
  graph: AnyGraph,
  input: unknown,
  options: Options,
  order: RunOrder,
): AsyncGenerator<Chunk> {
  const stream = await graph.stream(input as never, {
    ...options,
    streamMode: libraryModes(order.stream_modes) as never,
    subgraphs: order.stream_subgraphs,
  })
  for await (const chunk of stream) yield chunkOf(chunk, order.stream_subgraphs)
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
      streamMode: libraryModes(order.stream_modes) as never,
      subgraphs: order.stream_subgraphs,
    } as never,
  ) as unknown as AsyncIterable<LibraryEvent>
  for await (const event of stream) {
    if (event.tags?.includes('langsmith:hidden')) continue
    if (event.event === 'on_chain_stream' && event.run_id === order.run_id) {
      yield chunkOf(event.data.chunk, order.stream_subgraphs)
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

/** The library's modes that the wire's modes are made from. */
function libraryModes(modes: StreamMode[]): string[] {
  const needed = modes.flatMap((mode): string[] => {
    if (mode === 'messages-tuple') return ['messages']
    // Complete messages are read off the values.
    if (mode === 'messages') return ['messages', 'values']
    return mode === 'events' ? [] : [mode]
  })
  return needed.length > 0 ? [...new Set(needed)] : ['values']
}

function made(kind: string, namespace: string[], data: unknown): EventMessage {
  return { event: [kind, ...namespace].join('|'), data: wireJson(data) }
}

/** The library announces values with a pointer to their checkpoint, which is no checkpoint event. */
function isPointer(mode: string, payload: unknown): boolean {
  return mode === 'checkpoints' && !('config' in (payload as object))
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

/** Without the library's inner fields, which hold functions and the saver. */
function plainConfig(config: RunnableConfig | undefined): object | null {
  if (!config) return null
  const { configurable = {}, metadata, tags } = config
  const entries = Object.entries(configurable).filter(([key]) => !key.startsWith('__'))
  return { configurable: Object.fromEntries(entries), metadata, tags }
}
