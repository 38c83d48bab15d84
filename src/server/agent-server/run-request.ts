import type { RunCreate, StreamMode } from '../../contract/runs.ts'
import type { RunConfig, RunOrder } from '../executor/protocol.ts'
import { invalidField } from '../http/http-error.ts'
import type { RunRow } from './run-store.ts'
import { webhookRefusal } from './webhook-address.ts'

/** What is kept of a request to run, and shown as the run's `kwargs`. */
export interface RunKwargs {
  input: unknown
  command?: RunOrder['command']
  config: RunConfig
  context: Record<string, unknown>
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

const configFields = [
  'tags',
  'recursion_limit',
  'configurable',
  'metadata',
  'max_concurrency',
  'run_name',
]
/** Set by the server; a value of the caller would be thrown away. */
const ownConfigurable = ['run_id', 'checkpoint_id', 'checkpoint_ns', 'checkpoint_map']

const maxAfterSeconds = 365 * 24 * 3600

/** Refuses (422, naming the field) what the schema allows but this server does not do. */
export function checkRunRequest(body: RunCreate, threadId: string): void {
  if (isGiven(body.webhook)) {
    const refusal = webhookRefusal(body.webhook ?? '')
    if (refusal) throw invalidField(['body', 'webhook'], refusal)
  }
  checkSchedule(body)
  if (isGiven(body.input) && isGiven(body.command)) {
    throw invalidField(['body', 'command'], 'Send either input or command, not both.')
  }
  if (body.command && Object.values(body.command).every((part) => part === undefined)) {
    throw invalidField(['body', 'command'], 'A command needs resume, update or goto.')
  }
  if (isGiven(body.durability) && isGiven(body.checkpoint_during)) {
    throw invalidField(['body', 'checkpoint_during'], 'Send durability instead, not both.')
  }
  const target = body.checkpoint?.thread_id
  if (isGiven(target) && target?.toLowerCase() !== threadId.toLowerCase()) {
    throw invalidField(['body', 'checkpoint', 'thread_id'], 'The checkpoint is of another thread.')
  }
  if (body.checkpoint?.checkpoint_ns) {
    throw invalidField(
      ['body', 'checkpoint', 'checkpoint_ns'],
      'A run starts from a checkpoint of the whole thread, not from one of a subgraph.',
    )
  }
  checkConfig(body.config ?? {})
}

function checkSchedule({ after_seconds: seconds, multitask_strategy: strategy }: RunCreate): void {
  if (seconds === undefined || seconds === null) return
  if (!(seconds >= 0 && seconds <= maxAfterSeconds)) {
    throw invalidField(['body', 'after_seconds'], 'Write a number of seconds from 0 to 31536000.')
  }
  if (seconds > 0 && (strategy === 'interrupt' || strategy === 'rollback')) {
    throw invalidField(
      ['body', 'after_seconds'],
      'A run for later cannot take the place of one that works now: choose enqueue or reject.',
    )
  }
}

/** When the run may start, if not at once. */
export function scheduleOf({ after_seconds: seconds }: RunCreate, now: Date): Date | null {
  return seconds ? new Date(now.getTime() + seconds * 1000) : null
}

function checkConfig(config: NonNullable<RunCreate['config']>): void {
  for (const name of Object.keys(config)) {
    if (!configFields.includes(name)) {
      throw invalidField(['body', 'config', name], 'There is no such field.')
    }
  }
  const { metadata, max_concurrency: concurrency, run_name: name } = config
  if (isGiven(metadata) && (typeof metadata !== 'object' || Array.isArray(metadata))) {
    throw invalidField(['body', 'config', 'metadata'], 'Write an object.')
  }
  if (isGiven(concurrency) && !(Number.isInteger(concurrency) && Number(concurrency) > 0)) {
    throw invalidField(['body', 'config', 'max_concurrency'], 'Write a whole number from 1.')
  }
  if (isGiven(name) && typeof name !== 'string') {
    throw invalidField(['body', 'config', 'run_name'], 'Write a text.')
  }
  for (const key of Object.keys(config.configurable ?? {})) {
    if (key.startsWith('__') || ownConfigurable.includes(key)) {
      const hint = key === 'checkpoint_id' ? ' Send checkpoint_id beside config.' : ''
      throw invalidField(['body', 'config', 'configurable', key], `The server sets ${key}.${hint}`)
    }
  }
}

/** The checkpoint to start from, or null for the newest. */
export function forkOf(body: RunCreate): RunOrder['checkpoint'] {
  const id = body.checkpoint_id ?? body.checkpoint?.checkpoint_id
  if (!id) return null
  const map = body.checkpoint?.checkpoint_map
  return { checkpoint_id: id, ...(map ? { checkpoint_map: map } : {}) }
}

/** `defaults` are the assistant's own; what the request says goes before. */
export function kwargsOf(
  body: RunCreate,
  defaults: { config: RunConfig; context: Record<string, unknown> },
  onDisconnect: 'cancel' | 'continue',
): RunKwargs {
  const { config: base, context } = defaults
  const config = (body.config ?? {}) as RunConfig
  const modes = [body.stream_mode ?? []].flat()
  const keys = [...new Set(body.feedback_keys ?? [])]
  const checkpoint = forkOf(body)
  const durability = body.checkpoint_during === false ? 'exit' : body.durability
  return {
    input: body.input ?? null,
    ...(body.command ? { command: body.command } : {}),
    config: {
      ...base,
      ...config,
      configurable: { ...base.configurable, ...config.configurable },
      metadata: { ...base.metadata, ...config.metadata },
    },
    context: { ...context, ...body.context },
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
export function orderOf(run: RunRow, isContinued: boolean): RunOrder {
  const kwargs = JSON.parse(run.kwargs) as RunKwargs
  return {
    run_id: run.run_id,
    thread_id: run.thread_id,
    assistant_id: run.assistant_id,
    graph_id: run.graph_id,
    attempt: run.attempt,
    is_continued: isContinued,
    input: kwargs.input,
    command: kwargs.command ?? null,
    checkpoint: kwargs.checkpoint ?? null,
    stream_modes: kwargs.stream_mode,
    stream_subgraphs: kwargs.subgraphs,
    interrupt_before: kwargs.interrupt_before ?? null,
    interrupt_after: kwargs.interrupt_after ?? null,
    // A step that was told is a step that is kept, unless the caller wants it otherwise.
    durability: kwargs.durability ?? 'sync',
    config: { ...kwargs.config, metadata: { ...run.metadata, ...kwargs.config.metadata } },
    context: Object.keys(kwargs.context).length > 0 ? kwargs.context : null,
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
