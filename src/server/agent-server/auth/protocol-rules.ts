import * as z from 'zod/mini'
import { Command } from '../../../contract/agent-server/command.ts'
import {
  openThreadSocket,
  type ProtocolCommand,
  sendCommand,
  streamThreadEvents,
} from '../../../contract/agent-server/protocol-v2/commands.ts'
import { multitaskStrategies, RunConfig } from '../../../contract/agent-server/run-request.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Asker } from './asker.ts'
import { rule } from './rule.ts'
import { type AskedRun, admitRun } from './run-rules.ts'

/** What the handlers are told of a command that starts a run; one that does not read so is refused by the command. */
const Started = z.looseObject({
  assistant_id: z.optional(z.string()),
  input: z.optional(z.unknown()),
  config: z.nullish(RunConfig),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  multitask_strategy: z.nullish(z.enum(multitaskStrategies)),
  update: Command.shape.update,
  goto: Command.shape.goto,
})

const reads = async (ask: Asker, thread_id: string) => {
  await ask.about('thread', thread_id, 'threads:read', { thread_id })
  return undefined
}

/** A command is asked about as the request of the run endpoints that does the same. */
export const protocolRules = [
  rule(sendCommand, async (ask, { params: { thread_id }, body }) => {
    const params = startsRun.includes(body.method)
      ? Started.safeParse(body.params ?? {}).data
      : null
    if (!params) return reads(ask, thread_id)
    return { body: { ...body, params: await admitted(ask, thread_id, body.method, params) } }
  }),
  rule(streamThreadEvents, (ask, { params }) => reads(ask, params.thread_id)),
  // Each command and each subscription on it is asked about by itself.
  rule(openThreadSocket, (ask, { params }) => reads(ask, params.thread_id)),
]

const startsRun = ['run.start', 'state.fork', 'input.respond']

async function admitted(
  ask: Asker,
  threadId: string,
  method: string,
  params: z.output<typeof Started>,
): Promise<ProtocolCommand['params']> {
  const assistant_id =
    method === 'run.start' ? params.assistant_id : await latestAssistant(ask, threadId)
  const run: AskedRun = {
    assistant_id: assistant_id ?? '',
    config: params.config,
    metadata: params.metadata,
    multitask_strategy: params.multitask_strategy,
  }
  if (method === 'input.respond') {
    const resume = params.responses ?? { [String(params.interrupt_id)]: params.response }
    const asked = { resume, update: params.update, goto: params.goto }
    const left = await admitRun(ask, threadId, { ...run, command: asked })
    if (!isSame(asked, left.command)) throw unkept()
    return { ...params, config: left.config, metadata: left.metadata }
  }
  const { input, config, metadata, ...left } = await admitRun(ask, threadId, {
    ...run,
    input: params.input,
    if_not_exists: 'create',
  })
  if (left.command || left.context) throw unkept()
  return { ...params, input, config, metadata }
}

/** What a handler made of a command, but commands have no place for. */
function unkept(): HttpError {
  return new HttpError(
    500,
    'The project’s own authorization has changed what a command of the streaming protocol cannot say.',
  )
}

const isSame = (one: unknown, other: unknown) => writeJson(one) === writeJson(other)

async function latestAssistant(ask: Asker, threadId: string): Promise<string | undefined> {
  const rows = await ask.engine.database.query<{ assistant_id: string }>(
    `select assistant_id from runs where thread_id = $1 and deployment_id = $2
     order by position desc limit 1`,
    [threadId, ask.deploymentId],
  )
  return rows[0]?.assistant_id
}
