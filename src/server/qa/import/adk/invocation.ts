import type { Check } from '../../../../contract/qa/cases.ts'
import { isRecord } from '../is-record.ts'

/** A tool that was called. */
export interface ToolUse {
  name: string
  args: NonNullable<Extract<Check, { check: 'tool_called' }>['args']>
}

/** A text of an invocation, and whether it had parts that are none. */
interface Said {
  text: string
  hasOther: boolean
}

/** What the user says in an invocation; older files name it `query`. */
export function saidBy(invocation: Record<string, unknown>): Said {
  const { query, user_content, userContent } = invocation
  return typeof query === 'string' ? plain(query) : partsText(user_content ?? userContent)
}

/** What is expected as an answer; older files name it `reference`. */
export function answerTo(invocation: Record<string, unknown>): Said {
  const { reference, final_response, finalResponse } = invocation
  return typeof reference === 'string'
    ? plain(reference)
    : partsText(final_response ?? finalResponse)
}

/** What is taken over of an invocation, and what needs no mention. */
const usedOfInvocation =
  /^(query|reference|expected_?tool_?use|user_?content|final_?response|intermediate_?data|invocation_?id|creation_?timestamp)$/i
const usedOfData = /^(tool_?uses|invocation_?events)$/i

/** The names of what an invocation holds that is not taken over: what agents say before the answer, results of tools. */
export function unusedOf(invocation: Record<string, unknown>): string[] {
  const data = invocation.intermediate_data ?? invocation.intermediateData
  const names = (value: unknown, used: RegExp) =>
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, inner]) =>
      used.test(name) || isEmpty(inner) ? [] : [name],
    )
  return [...names(invocation, usedOfInvocation), ...names(data, usedOfData)]
}

/** Whether nothing stands there. */
export function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
}

const plain = (text: string): Said => ({ text, hasOther: false })

function partsText(content: unknown): Said {
  const parts =
    isRecord(content) && Array.isArray(content.parts) ? content.parts.filter(isRecord) : []
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? text : []))
  return { text: texts.join('\n'), hasOther: texts.length < parts.length }
}

/** The tools that an invocation uses, and whether it has uses that name none. */
export function toolUses(invocation: Record<string, unknown>): {
  uses: ToolUse[]
  hasNameless: boolean
} {
  const listed = listedUses(invocation)
  const uses = listed.flatMap((use) => {
    const name = isRecord(use) ? (use.name ?? use.tool_name) : undefined
    if (!isRecord(use) || typeof name !== 'string') return []
    const args = use.args ?? use.tool_input
    // Whatever was read from a JSON text is JSON.
    return [{ name, args: isRecord(args) ? (args as ToolUse['args']) : {} }]
  })
  return { uses, hasNameless: uses.length < listed.length }
}

/** As a list, under other names in older files, or among the events of newer ones. */
function listedUses(invocation: Record<string, unknown>): unknown[] {
  const older = invocation.expected_tool_use
  if (Array.isArray(older)) return older
  const data = invocation.intermediate_data ?? invocation.intermediateData
  if (!isRecord(data)) return []
  const events = data.invocation_events ?? data.invocationEvents
  const calls = Array.isArray(events) ? events.flatMap(callsOf) : []
  const uses = data.tool_uses ?? data.toolUses
  return [...(Array.isArray(uses) ? uses : []), ...calls]
}

function callsOf(event: unknown): unknown[] {
  const content = isRecord(event) ? event.content : null
  const parts = isRecord(content) && Array.isArray(content.parts) ? content.parts : []
  return parts
    .filter(isRecord)
    .map((part) => part.function_call ?? part.functionCall)
    .filter((call) => call !== undefined)
}
