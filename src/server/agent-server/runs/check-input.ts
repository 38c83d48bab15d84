import type { Assistant } from '../../../contract/agent-server/assistants.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import type { ValidationError } from '../../../contract/errors.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { GivenContext, InputFault, InputRule } from '../../executor/protocol/input-calls.ts'
import { HttpError } from '../../http/http-error.ts'
import { graphSchemaWords } from '../../http/issue-words.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import type { RunEngine } from '../run-engine.ts'
import { kwargsOf } from './run-request.ts'

/** A graph that is busy with its runs is not waited for: the run itself then tells what it cannot take. */
const patienceMs = 1_000

/**
 * Refuses (422, naming the place) an input or a context that the graph would certainly fail on before its first step: by
 * its own schema, or since it holds what is no message. What cannot be refused is not asked about, and a run for later
 * is left to the revision that serves then.
 */
export async function checkInput(
  { database, executors }: Pick<RunEngine, 'database' | 'executors'>,
  deploymentId: string,
  body: RunCreate,
): Promise<void> {
  const { assistant_id, input, command, after_seconds } = body
  const served = executors.find(deploymentId)?.active
  if (after_seconds || !served?.canRun) return
  const isAsked = (rule: InputRule) => Boolean(input) && !command && isOpen(rule, input)
  if (!Object.values(served.loaded.inputs).some((rule) => isAsked(rule) || rule.has_context)) return
  const assistant = await findAssistant(database, deploymentId, assistant_id)
  const rule = assistant && served.loaded.inputs[assistant.graph_id]
  if (!rule) return
  const { graph_id } = assistant
  const detail = [
    ...(isAsked(rule)
      ? told(await faultsOf(served, { call: 'check-input', graph_id, input }), ['body', 'input'])
      : []),
    ...(rule.has_context ? await runContextFaults(served, assistant, body) : []),
  ]
  if (detail.length > 0) throw new HttpError(422, detail)
}

/**
 * Refuses (422, naming the place) what a graph would not take of an assistant's own context, or of its configurable values
 * where it has no context. What is missing may come with each run.
 */
export async function checkAssistant(
  { executors }: Pick<RunEngine, 'executors'>,
  deploymentId: string,
  { graph_id, config, context }: Pick<Assistant, 'graph_id' | 'config' | 'context'>,
): Promise<void> {
  const served = executors.find(deploymentId)?.active
  if (!served?.canRun || !served.loaded.inputs[graph_id]?.has_context) return
  const hasContext = Object.keys(context ?? {}).length > 0
  const given = {
    context: hasContext ? (context ?? null) : null,
    configurable: configurableOf(config),
  }
  const faults = await faultsOf(served, { call: 'check-context', graph_id, ...given })
  const wrong = faults.filter(({ path }) => isThere(given.context ?? given.configurable, path))
  if (wrong.length > 0) throw new HttpError(422, told(wrong, placeOf(given)))
}

/** What the graph would not take of the context that a run has with its assistant's. */
async function runContextFaults(
  served: ServedRevision,
  { graph_id, config, context }: Assistant,
  body: RunCreate,
): Promise<ValidationError[]> {
  const own = { config: config ?? {}, context: context ?? {} }
  const kwargs = kwargsOf(body, own, null, 'continue')
  const given = { context: kwargs.context ?? null, configurable: configurableOf(kwargs.config) }
  const faults = await faultsOf(served, { call: 'check-context', graph_id, ...given })
  const asked = given.context ? body.context : body.config?.configurable
  const ofAssistant = given.context ? own.context : own.config.configurable
  return faults.flatMap(({ path, message }) => {
    const isOwn = !isThere(asked, path.slice(0, 1)) && isThere(ofAssistant, path.slice(0, 1))
    const isMissing = ![given.context, given.configurable].some((one) => isThere(one, path))
    const words = isMissing ? missingWords : message
    return told(
      [{ path, message: isOwn ? `${words} The assistant has it so.` : words }],
      placeOf(given),
    )
  })
}

const missingWords = 'This field is missing: the graph asks for it.'

const configurableOf = (
  config: { configurable?: Record<string, unknown> | null } | null | undefined,
) => config?.configurable ?? {}

const placeOf = ({ context }: GivenContext) =>
  context ? ['body', 'context'] : ['body', 'config', 'configurable']

/** What a graph says against what it is asked about; nothing where it does not answer. */
async function faultsOf(
  served: ServedRevision,
  call: Parameters<ServedRevision['read']>[0],
): Promise<InputFault[]> {
  const json = await served.read(call, patienceMs).catch(() => '[]')
  const faults = parseJson(json) as InputFault[]
  return faults.map(({ path, message }) => ({ path, message: graphSchemaWords(message) }))
}

const told = (faults: readonly InputFault[], place: readonly string[]): ValidationError[] =>
  faults.map(({ path, message }) => ({
    loc: [...place, ...path],
    msg: message,
    type: 'value_error',
  }))

function isThere(value: unknown, path: InputFault['path']): boolean {
  const at = path.reduce<unknown>((holder, part) => Object(holder)[part], value)
  return at !== undefined
}

/** Whether it takes the graph to know if an input will do. */
function isOpen(rule: InputRule, input: unknown): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return rule.is_object
  if (rule.has_schema) return true
  const fields = input as Record<string, unknown>
  return rule.messages.some((name) => Object.hasOwn(input, name) && !areMessages(fields[name]))
}

const plainRoles = ['human', 'user', 'ai', 'assistant', 'system']

/** Messages as nearly all are: every graph takes them. */
function areMessages(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPlainMessage)
}

function isPlainMessage(message: unknown): boolean {
  const { role, type, content, id, ...rest } = Object(message) as Record<string, unknown>
  const roles = [role, type].filter((told) => told !== undefined)
  return (
    typeof content === 'string' &&
    roles.length > 0 &&
    roles.every((told) => plainRoles.includes(String(told))) &&
    (id === undefined || typeof id === 'string') &&
    Object.keys(rest).length === 0
  )
}
