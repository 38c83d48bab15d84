import * as z from 'zod/mini'
import { notSupported, wordOrWords } from '../query.ts'
import { Command, isCommand } from './command.ts'
import { CheckpointChoice } from './thread-states.ts'

/** §2.5. */
export const multitaskStrategies = ['enqueue', 'reject', 'interrupt', 'rollback'] as const
export type MultitaskStrategy = (typeof multitaskStrategies)[number]

export const streamModes = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'custom',
  'events',
  'debug',
  'tasks',
  'checkpoints',
  'tools',
] as const
export type StreamMode = (typeof streamModes)[number]

const anyRecord = z.record(z.string(), z.unknown())
const nodeList = z.union([z.literal('*'), z.array(z.string())], 'Write a list of steps, or *.')

/** What the graph library is told beside the input; `metadata` is kept with each checkpoint. */
export const RunConfig = z.strictObject({
  tags: z.nullish(z.array(z.string())),
  recursion_limit: z.nullish(z.int().check(z.gte(1))),
  configurable: z.nullish(anyRecord),
  metadata: z.nullish(anyRecord),
  max_concurrency: z.nullish(z.int().check(z.gte(1))),
  run_name: z.nullish(z.string()),
})

/** What every request to run may say, whenever it starts and wherever it is kept. */
export const commonRunFields = {
  assistant_id: z.string().check(z.minLength(1, 'Name the assistant to run.')),
  input: z.optional(z.unknown()),
  stream_mode: z.nullish(wordOrWords(streamModes)),
  stream_subgraphs: z.nullish(z.boolean()),
  stream_resumable: z.nullish(z.boolean()),
  feedback_keys: z.nullish(z.array(z.string().check(z.minLength(1), z.maxLength(128)))),
  interrupt_before: z.nullish(nodeList),
  interrupt_after: z.nullish(nodeList),
  config: z.nullish(RunConfig),
  context: z.nullish(anyRecord),
  webhook: z.nullish(z.string()),
  checkpoint_during: z.nullish(z.boolean()),
  durability: z.nullish(z.enum(['sync', 'async', 'exit'])),
  multitask_strategy: z.nullish(z.enum(multitaskStrategies)),
}

const runFields = {
  ...commonRunFields,
  command: z.nullish(Command),
  strict_resume: z.nullish(z.boolean()),
  on_disconnect: z.nullish(z.enum(['cancel', 'continue'])),
  metadata: z.nullish(anyRecord),
  after_seconds: z.nullish(z.number()),
  if_not_exists: z.nullish(z.enum(['reject', 'create'])),
}

/**
 * A command that says something goes before an input beside it, as on published servers: published clients send what
 * they show with each answer, and an empty command with each input. The other of the two counts as a field that is
 * not known: it is passed over, and named in the answer.
 */
function oneOfBoth({ value, issues }: z.core.ParsePayload<object>): void {
  const { command, input } = value as { command?: Command | null; input?: unknown }
  if (!command || input === undefined || input === null) return
  const keys = [isCommand(command) ? 'input' : 'command']
  issues.push({ code: 'unrecognized_keys', keys, input: { ...value } })
}

/**
 * Run creation (§2.5 and the published fields). `assistant_id` is a UUID or a graph's name. An
 * absent `multitask_strategy` means `enqueue`, an absent `on_disconnect` means `continue`.
 */
export const RunCreate = z
  .strictObject({
    ...runFields,
    checkpoint: z.nullish(CheckpointChoice),
    checkpoint_id: z.nullish(z.string()),
  })
  .check(oneOfBoth)
export type RunCreate = z.infer<typeof RunCreate>

const noCheckpoint = notSupported(
  'A checkpoint is not supported here: a run without a thread has none to start from.',
)

/**
 * A run without a thread: it gets one of its own, which no list shows and which is deleted with the run
 * when that has ended, unless `on_completion` is `keep`. What is said of other runs of the thread, or of its
 * being there, holds of itself.
 */
export const StatelessRunCreate = z
  .strictObject({
    ...runFields,
    on_completion: z.nullish(z.enum(['delete', 'keep'])),
    checkpoint: noCheckpoint,
    checkpoint_id: noCheckpoint,
  })
  .check(oneOfBoth)
export type StatelessRunCreate = z.infer<typeof StatelessRunCreate>
