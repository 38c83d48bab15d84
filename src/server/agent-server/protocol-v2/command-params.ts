import * as z from 'zod/mini'
import { Command } from '../../../contract/agent-server/command.ts'
import { multitaskStrategies, RunConfig } from '../../../contract/agent-server/run-request.ts'
import { readInput } from '../../http/read-input.ts'
import { ProtocolFault } from './protocol-fault.ts'

const record = z.record(z.string(), z.unknown())
const strategy = z.nullish(z.enum(multitaskStrategies))

export const RunStart = z.strictObject({
  assistant_id: z.string().check(z.minLength(1)),
  input: z.optional(z.unknown()),
  config: z.nullish(RunConfig),
  metadata: z.nullish(record),
  multitask_strategy: strategy,
  /** As clients of before write it. */
  multitaskStrategy: strategy,
})

const answer = {
  namespace: z.nullish(z.array(z.string())),
  interrupt_id: z.string().check(z.minLength(1)),
  response: z.optional(z.unknown()),
}

/** One answer, or several at once. */
export const InputRespond = z.strictObject({
  ...answer,
  interrupt_id: z.nullish(answer.interrupt_id),
  responses: z.nullish(z.array(z.strictObject(answer)).check(z.minLength(1))),
  update: Command.shape.update,
  goto: Command.shape.goto,
  config: z.nullish(RunConfig),
  metadata: z.nullish(record),
  /** Wrong ids are refused anyhow. */
  strict_resume: z.nullish(z.boolean()),
})

export const StateGet = z.strictObject({
  namespace: z.nullish(z.array(z.string())),
  keys: z.nullish(z.array(z.string())),
})

export const ListCheckpoints = z.strictObject({
  namespace: z.nullish(z.array(z.string())),
  limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
  before: z.nullish(z.string()),
})

export const StateFork = z.strictObject({
  checkpoint_id: z.string().check(z.minLength(1)),
  input: z.optional(z.unknown()),
  config: z.nullish(RunConfig),
  /** Of the run. Clients do not send any; a project's own authorization writes here whose it is. */
  metadata: z.nullish(record),
})

/** Reads what a command is given. Throws `invalid_argument` that names each faulty field; unknown ones are passed over. */
export function readParams<Schema extends z.ZodMiniType>(
  schema: Schema,
  params: Record<string, unknown> | undefined,
): z.output<Schema> {
  const { data, faults } = readInput(schema, structuredClone(params ?? {}), 'body')
  if (faults.length === 0) return data as z.output<Schema>
  const told = faults.map(({ loc, msg }) => `${['params', ...loc.slice(1)].join('.')}: ${msg}`)
  throw new ProtocolFault('invalid_argument', told.join(' '))
}
