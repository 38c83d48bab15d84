import type { Check } from '../../../../contract/qa/cases.ts'
import { isRecord } from '../is-record.ts'

/** A tool that was called. */
export interface ToolUse {
  name: string
  args: NonNullable<Extract<Check, { check: 'tool_called' }>['args']>
}

/** The text of a content's parts, and whether there are others. */
export function partsText(content: unknown): { text: string; hasOther: boolean } {
  const parts =
    isRecord(content) && Array.isArray(content.parts) ? content.parts.filter(isRecord) : []
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? text : []))
  return { text: texts.join('\n'), hasOther: texts.length < parts.length }
}

/** The tools that an invocation uses: as a list, or among the events of newer files. */
export function toolUses(invocation: Record<string, unknown>): ToolUse[] {
  const data = invocation.intermediate_data ?? invocation.intermediateData
  if (!isRecord(data)) return []
  const events = data.invocation_events ?? data.invocationEvents
  const calls = Array.isArray(events) ? events.flatMap(callsOf) : []
  const uses = data.tool_uses ?? data.toolUses
  return [...(Array.isArray(uses) ? uses : []), ...calls].flatMap((use) => {
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
