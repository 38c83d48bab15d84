import type { RunCreate, StreamMode } from '../../../contract/agent-server/run-request.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { RunConfig, RunOrder } from '../../executor/protocol/run-order.ts'
import type { RunRow } from '../run-row.ts'
import { oneCheckpoint } from '../threads/checkpoint-choice.ts'

type Config = NonNullable<RunCreate['config']>

/** What is kept of a request to run, and shown as the run's `kwargs`: there with an empty context where none was given. */
export interface RunKwargs {
  input: unknown
  command?: RunOrder['command']
  strict_resume?: boolean
  config: RunConfig
  context?: Record<string, unknown>
  stream_mode: StreamMode[]
  feedback_keys?: string[]
  interrupt_before?: RunOrder['interrupt_before']
  interrupt_after?: RunOrder['interrupt_after']
  checkpoint?: RunOrder['checkpoint']
  durability?: RunOrder['durability']
  on_disconnect: 'cancel' | 'continue'
  subgraphs: boolean
  resumable: boolean
}

/** When the run may start, if not at once. */
export function scheduleOf({ after_seconds: seconds }: RunCreate, now: Date): Date | null {
  return seconds ? new Date(now.getTime() + seconds * 1000) : null
}

/** The checkpoint to start from, or null for the newest. */
export function forkOf(threadId: string, body: RunCreate): RunOrder['checkpoint'] {
  const ofConfig = checkpointOfConfig(threadId, body.config)
  const { checkpoint_id = ofConfig, checkpoint_map } = oneCheckpoint(threadId, body)
  if (!checkpoint_id) return null
  return { checkpoint_id, ...(checkpoint_map ? { checkpoint_map } : {}) }
}

/** `defaults` are the assistant's own; what the request says goes before. */
export function kwargsOf(
  body: RunCreate,
  defaults: { config: RunConfig; context: Record<string, unknown> },
  checkpoint: RunOrder['checkpoint'],
  onDisconnect: 'cancel' | 'continue',
): RunKwargs {
  const { config: base, context } = defaults
  const config = (withoutOwnKeys(body.config) ?? {}) as RunConfig
  const modes = [body.stream_mode ?? []].flat()
  const keys = [...new Set(body.feedback_keys ?? [])]
  const hasContext = body.context || Object.keys(context).length > 0
  const durability = body.checkpoint_during === false ? 'exit' : body.durability
  return {
    input: body.input ?? null,
    ...(body.command ? { command: body.command } : {}),
    ...(body.strict_resume ? { strict_resume: true } : {}),
    config: {
      ...base,
      ...config,
      configurable: { ...base.configurable, ...config.configurable },
      metadata: { ...base.metadata, ...config.metadata },
    },
    ...(hasContext ? { context: { ...context, ...body.context } } : {}),
    stream_mode: modes.length > 0 ? [...new Set(modes)] : ['values'],
    ...(keys.length > 0 ? { feedback_keys: keys } : {}),
    ...(body.interrupt_before ? { interrupt_before: body.interrupt_before } : {}),
    ...(body.interrupt_after ? { interrupt_after: body.interrupt_after } : {}),
    ...(checkpoint ? { checkpoint } : {}),
    ...(durability ? { durability } : {}),
    on_disconnect: onDisconnect,
    subgraphs: body.stream_subgraphs ?? false,
    resumable: body.stream_resumable ?? false,
  }
}

/** What an executor is told for the run's present attempt. */
export function orderOf(
  run: RunRow,
  facts: Pick<RunOrder, 'is_continued' | 'held' | 'traces'>,
): RunOrder {
  const kwargs = parseJson(run.kwargs) as RunKwargs
  return {
    run_id: run.run_id,
    thread_id: run.thread_id,
    assistant_id: run.assistant_id,
    graph_id: run.graph_id,
    attempt: run.attempt,
    input: kwargs.input,
    command: kwargs.command ?? null,
    strict_resume: kwargs.strict_resume ?? false,
    checkpoint: kwargs.checkpoint ?? null,
    stream_modes: kwargs.stream_mode,
    stream_subgraphs: kwargs.subgraphs,
    is_told_whole: run.is_streamed,
    interrupt_before: kwargs.interrupt_before ?? null,
    interrupt_after: kwargs.interrupt_after ?? null,
    // A step that was told is a step that is kept, unless the caller wants it otherwise.
    durability: kwargs.durability ?? 'sync',
    config: { ...kwargs.config, metadata: { ...run.metadata, ...kwargs.config.metadata } },
    // A graph tells an empty one from none: it is held against the graph's schema.
    context: kwargs.context ?? null,
    ...facts,
  }
}

/** What the server says of a run itself, beside what the graph library keeps under two underscores. */
const ownKeys = [
  ...['run_id', 'thread_id', 'assistant_id', 'graph_id'],
  ...['checkpoint_id', 'checkpoint_ns', 'checkpoint_map'],
]

/**
 * The config without what the server says itself. Clients that are called by a graph hand on what that was called
 * with; a value of theirs would be about another run.
 */
export function withoutOwnKeys<One extends Config | null | undefined>(config: One): One {
  if (!config?.configurable) return config
  const kept = Object.entries(config.configurable).filter(
    ([key]) => !key.startsWith('__') && !ownKeys.includes(key),
  )
  return { ...config, configurable: Object.fromEntries(kept) }
}

/**
 * The checkpoint of the whole thread that a config names, which clients of the graph library write there. A config of
 * another thread names none of this one.
 */
function checkpointOfConfig(threadId: string, config: Config | null | undefined): string | null {
  const { thread_id, checkpoint_id: id, checkpoint_ns: namespace } = config?.configurable ?? {}
  const isOther = thread_id && String(thread_id).toLowerCase() !== threadId.toLowerCase()
  return typeof id === 'string' && id !== '' && !namespace && !isOther ? id : null
}
