import { foldKept, foldSpoken, noSpeakers } from '../../../contract/agent-server/inner-words.ts'
import { Message } from '../../../contract/agent-server/messages.ts'
import { cancelErrorNames } from '../../../contract/agent-server/run-events.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { visibleComponentEvent } from './visible-components.ts'
import {
  failureForVisitors,
  type Hearing,
  hearPieces,
  visibleMessage,
  visibleValues,
} from './visible-messages.ts'

type Visibility = Pick<Embed, 'shows_tool_details' | 'shows_components'>

/**
 * The data of a stream's event as a visitor may read it; null drops the event. Events of subgraphs and
 * of kinds that are not listed here stay with the operator.
 */
function visibleEvent(event: string, data: unknown, embed: Visibility, hearing: Hearing): unknown {
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
      const message = visibleMessage(data[0], embed, hearing)
      return message && [message, {}]
    }
    case 'custom':
      return visibleComponentEvent(data, embed)
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
 * Lets an event stream through piece by piece, each event as `visibleEvent` has it, but for what is said within a
 * tool call. Comments (heartbeats) and the ids of dropped events pass, so that a client can still come back to its
 * place. `onEvent` is told each event's name and data as they came.
 *
 * Who says what follows from all that came before: the stream begins with the run's first event, and `after` is
 * the id of the last one that the client has.
 */
export function visibleStream(
  embed: Visibility,
  onEvent: (event: string, data: unknown) => void,
  after: string | null = null,
): TransformStream<string, string> {
  let rest = ''
  let pieces: string[] = []
  const isInner = innerEvents()
  const hearing = hearPieces()
  const isNew = afterId(after)
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
        const visible = visibleBlock(block, embed, { onEvent, isInner, isNew, hearing })
        if (visible !== '') controller.enqueue(`${visible}\n\n`)
      }
    },
  })
}

interface Reading {
  onEvent: (event: string, data: unknown) => void
  isInner: (event: string, data: unknown) => boolean
  isNew: (id: string | undefined) => boolean
  hearing: Hearing
}

function visibleBlock(block: string, embed: Visibility, reading: Reading): string {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.flatMap((line) =>
      line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : [],
    )
  const comments = lines.filter((line) => line.startsWith(':'))
  const isNew = reading.isNew(field('id').at(-1))
  const ids = isNew ? field('id').map((id) => `id: ${id}`) : []
  const text = field('data').join('\n')
  if (text === '') return [...comments, ...ids].join('\n')
  const event = field('event').at(-1) ?? 'message'
  const data = parsed(text)
  reading.onEvent(event, data)
  const isInner = reading.isInner(event, data)
  // What came before is heard too: what follows may go on in the middle of a thought.
  const heard = isInner ? null : visibleEvent(event, data, embed, reading.hearing)
  const visible = isNew ? heard : null
  if (visible === null) return [...comments, ...ids].join('\n')
  return [...comments, ...ids, `event: ${event}`, `data: ${writeJson(visible)}`].join('\n')
}

/** Tells of each event of a run, in their order, whether it is a piece of something said within a tool call. */
function innerEvents(): (event: string, data: unknown) => boolean {
  let speakers = noSpeakers
  return (event, data) => {
    if (event === 'values' && !isQuestionOnly(data)) speakers = foldKept(speakers, data)
    if (event !== 'messages' || !Array.isArray(data)) return false
    const message = Message.safeParse(data[0]).data
    if (!message) return false
    const spoken = foldSpoken(speakers, message, data[1])
    speakers = spoken.speakers
    return spoken.inner !== null
  }
}

/** At a pause the event holds nothing but the question: it is no state. */
function isQuestionOnly(values: unknown): boolean {
  return Object.keys(Object(values)).join() === '__interrupt__'
}

/** Whether an event comes after the one with an id: ids are numbers that grow, some with a second one after a dash. */
function afterId(after: string | null): (id: string | undefined) => boolean {
  const last = after === null ? null : numbersOf(after)
  if (!last) return () => true
  let isPast = false
  return (id) => {
    const numbers = id === undefined ? null : numbersOf(id)
    // What has no id of its own stands behind the one before it.
    if (!numbers) return isPast
    isPast = !isBeyond(last, numbers)
    return isBeyond(numbers, last)
  }
}

/** `7` or `1732-0`; null for an id of another form, whose order cannot be told. */
export function numbersOf(id: string): [bigint, bigint] | null {
  const found = /^(\d+)(?:-(\d+))?$/.exec(id.trim())
  return found && [BigInt(found[1] ?? 0), BigInt(found[2] ?? 0)]
}

function isBeyond(id: [bigint, bigint], last: [bigint, bigint]): boolean {
  return id[0] === last[0] ? id[1] > last[1] : id[0] > last[0]
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Not JSON, so nothing that can be cut to what is visible.
    return null
  }
}
