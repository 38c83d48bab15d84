import { writeJson } from '../../../contract/exact-json.ts'

/** What a tool tells, in the names of the protocol. Python's graph library has them already. */
export function toolEvent(payload: unknown): Record<string, unknown> | null {
  const { event, toolCallId, name, input, data, output, error } = Object(payload) as Record<
    string,
    unknown
  >
  const tool_call_id = toolCallId ?? name ?? ''
  switch (event) {
    case 'on_tool_start':
      return { event: 'tool-started', tool_call_id, tool_name: name, input }
    case 'on_tool_event':
      return { event: 'tool-output-delta', tool_call_id, delta: asText(data) }
    case 'on_tool_end':
      return { event: 'tool-finished', tool_call_id, output }
    case 'on_tool_error':
      return { event: 'tool-error', tool_call_id, message: messageOf(error) }
  }
  return typeof event === 'string' && event.startsWith('tool-')
    ? (payload as Record<string, unknown>)
    : null
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value ?? null)
}

function messageOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' ? message : asText(error)
}
