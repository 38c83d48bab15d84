import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { InputFault, InputRule } from '../../executor/protocol/input-calls.ts'
import { HttpError } from '../../http/http-error.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import type { RunEngine } from './run-engine.ts'

/** A graph that is busy with its runs is not waited for: the run itself then tells what it cannot take. */
const patienceMs = 1_000

/**
 * Refuses (422, naming the place) an input that the graph would certainly fail on before its first step: by its own
 * schema, or since it holds what is no message. Inputs that cannot be refused are not asked about, and a run for later
 * is left to the revision that serves then.
 */
export async function checkInput(
  { database, executors }: Pick<RunEngine, 'database' | 'executors'>,
  deploymentId: string,
  { assistant_id, input, command, after_seconds }: RunCreate,
): Promise<void> {
  const served = executors.find(deploymentId)?.active
  if (!input || command || after_seconds || !served?.canRun) return
  const mayBeRefused = (rule: InputRule | undefined) => rule !== undefined && isOpen(rule, input)
  if (!Object.values(served.inputs).some(mayBeRefused)) return
  const graph_id = (await findAssistant(database, deploymentId, assistant_id))?.graph_id
  if (graph_id === undefined || !mayBeRefused(served.inputs[graph_id])) return
  const told = await served
    .read({ call: 'check-input', graph_id, input }, patienceMs)
    .catch(() => '[]')
  const faults = parseJson(told) as InputFault[]
  if (faults.length === 0) return
  const detail = faults.map(({ path, message }) => ({
    loc: ['body', 'input', ...path],
    msg: message,
    type: 'value_error',
  }))
  throw new HttpError(422, detail)
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
