import { cancelErrorNames } from '../../../contract/agent-server/run-events.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { failureForVisitors, visibleMessage, visibleValues } from './visible-messages.ts'

type Visibility = Pick<Embed, 'shows_tool_details'>

/**
 * The data of a stream's event as a visitor may read it; null drops the event. Events of subgraphs and
 * of kinds that are not listed here stay with the operator.
 */
function visibleEvent(event: string, data: unknown, embed: Visibility): unknown {
  switch (event) {
    case 'metadata': {
      const { run_id, thread_id, attempt } = (data ?? {}) as Record<string, unknown>
      return { run_id, thread_id, attempt }
    }
    case 'feedback':
    case 'end':
      return data ?? {}
    case 'values':
      return visibleValues(data, embed)
    case 'messages': {
      if (!Array.isArray(data)) return null
      const message = visibleMessage(data[0], embed, true)
      return message && [message, {}]
    }
    case 'error': {
      const { error } = (data ?? {}) as { error?: unknown }
      const isCancel = Object.values(cancelErrorNames).includes(error as never)
      return isCancel ? data : { error: 'Error', message: failureForVisitors }
    }
    default:
      return null
  }
}

/**
 * Lets an event stream through piece by piece, each event as `visibleEvent` has it. Comments
 * (heartbeats) and the ids of dropped events pass, so that a client can still come back to its place.
 * `onEvent` is told each event's name and data as they came.
 */
export function visibleStream(
  embed: Visibility,
  onEvent: (event: string, data: unknown) => void,
): TransformStream<string, string> {
  let rest = ''
  let pieces: string[] = []
  return new TransformStream({
    transform(piece, controller) {
      pieces.push(piece)
      // A state with files in it comes as one long line of many pieces: it is looked at once, when it is there.
      if (!/[\r\n]/.test(piece) && !rest.endsWith('\r')) return
      const text = rest + pieces.join('')
      pieces = []
      // The other half of a line's end may come with the next piece.
      const held = text.endsWith('\r') ? '\r' : ''
      const whole = text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
      const blocks = whole.split('\n\n')
      rest = (blocks.pop() ?? '') + held
      for (const block of blocks) {
        const visible = visibleBlock(block, embed, onEvent)
        if (visible !== '') controller.enqueue(`${visible}\n\n`)
      }
    },
  })
}

function visibleBlock(
  block: string,
  embed: Visibility,
  onEvent: (event: string, data: unknown) => void,
): string {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.flatMap((line) =>
      line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : [],
    )
  const comments = lines.filter((line) => line.startsWith(':'))
  const ids = field('id').map((id) => `id: ${id}`)
  const text = field('data').join('\n')
  if (text === '') return [...comments, ...ids].join('\n')
  const event = field('event').at(-1) ?? 'message'
  const data = parsed(text)
  onEvent(event, data)
  const visible = visibleEvent(event, data, embed)
  if (visible === null) return [...comments, ...ids].join('\n')
  return [...comments, ...ids, `event: ${event}`, `data: ${writeJson(visible)}`].join('\n')
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Not JSON, so nothing that can be cut to what is visible.
    return null
  }
}
