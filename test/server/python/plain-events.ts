import type { SseEvent } from '../agent-server/sse.ts'

/**
 * What two servers tell alike of equal runs: names and data of their events, without what differs from run to
 * run (ids, times) and from library to library (fields of messages without a value, names of inner classes).
 */
export function plainEvents(events: SseEvent[]): { event: string; data: unknown }[] {
  return events.map(({ event, data }) => ({ event: withoutIds(event), data: plainValue(data) }))
}

export function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutIds(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  if (isMessage(record)) return plainMessage(record)
  const kept = Object.entries(record).filter(
    ([name, field]) => field !== null && field !== undefined && !isOfLibrary(name),
  )
  return Object.fromEntries(
    kept.map(([name, field]) => [withoutIds(name), plainValue(field)]).sort(),
  )
}

const shown = ['content', 'tool_call_id'] as const

function isMessage(value: Record<string, unknown>): boolean {
  return typeof value.type === 'string' && 'content' in value
}

function plainMessage(message: Record<string, unknown>): object {
  const type = String(message.type).replace('AIMessageChunk', 'ai')
  const fields = shown.flatMap((name) => (message[name] ? [[name, message[name]]] : []))
  return { type, ...Object.fromEntries(fields) }
}

/**
 * How each library counts and names its own work. In checkpoint events, Python leaves out the path of a task and
 * tells the map of checkpoints where JavaScript does not.
 */
function isOfLibrary(name: string): boolean {
  return /^(ls_.*|langgraph_.*|lc_(?!run).*|parents|thread_id|tags|metadata|configurable|path|checkpoint_map)$/.test(
    name,
  )
}

function withoutIds(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/(lc_)?run-+<uuid>(-\d+)?/g, '<uuid>')
    .replace(/\b[0-9a-f]{32}\b/g, '<hash>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '<time>')
}
