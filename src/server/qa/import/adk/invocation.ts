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

/** Under which name an invocation tells what agents say before the answer; null where they say nothing. */
export function nameOfMeanwhile(invocation: Record<string, unknown>): string | null {
  const data = invocation.intermediate_data ?? invocation.intermediateData
  const said = {
    ...(isRecord(data) && {
      intermediate_responses: data.intermediate_responses ?? data.intermediateResponses,
    }),
    expected_intermediate_agent_responses: invocation.expected_intermediate_agent_responses,
  }
  const [found] =
    Object.entries(said).find(([, list]) => Array.isArray(list) && list.length > 0) ?? []
  return found ?? null
}

const plain = (text: string): Said => ({ text, hasOther: false })

function partsText(content: unknown): Said {
  const parts =
    isRecord(content) && Array.isArray(content.parts) ? content.parts.filter(isRecord) : []
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? text : []))
  return { text: texts.join('\n'), hasOther: texts.length < parts.length }
}

/** The tools that an invocation uses: as a list, under other names in older files, or among the events of newer ones. */
export function toolUses(invocation: Record<string, unknown>): ToolUse[] {
  const older = invocation.expected_tool_use
  if (Array.isArray(older)) {
    return toolsOf(
      older.filter(isRecord).map((use) => ({ name: use.tool_name, args: use.tool_input })),
    )
  }
  const data = invocation.intermediate_data ?? invocation.intermediateData
  if (!isRecord(data)) return []
  const events = data.invocation_events ?? data.invocationEvents
  const calls = Array.isArray(events) ? events.flatMap(callsOf) : []
  const uses = data.tool_uses ?? data.toolUses
  return toolsOf([...(Array.isArray(uses) ? uses : []), ...calls])
}

function toolsOf(uses: readonly unknown[]): ToolUse[] {
  return uses.flatMap((use) => {
    if (!isRecord(use) || typeof use.name !== 'string') return []
    // Whatever was read from a JSON text is JSON.
    return [{ name: use.name, args: isRecord(use.args) ? (use.args as ToolUse['args']) : {} }]
  })
}

function callsOf(event: unknown): unknown[] {
  const content = isRecord(event) ? event.content : null
  const parts = isRecord(content) && Array.isArray(content.parts) ? content.parts : []
  return parts.filter(isRecord).map((part) => part.function_call ?? part.functionCall)
}
