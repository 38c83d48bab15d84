import { Message, messageText } from '../messages.ts'

/**
 * The messages that a run's input brings, in the flat wire shape, whichever of the published shapes they were sent in:
 * one or a list of texts, of pairs of a role and a content, of objects with a `role` or a `type`, or of message objects
 * as the JavaScript library writes them. A list of anything else holds none.
 */
export function inputMessages(input: unknown): Message[] {
  const { messages } = Object(input) as { messages?: unknown }
  const list = Array.isArray(messages) ? messages : [messages]
  return list.flatMap((item: unknown) => {
    const parsed = Message.safeParse(flat(item))
    return parsed.success ? [parsed.data] : []
  })
}

/** The text that a person sends first, or, where nobody does, the first there is; null for none. */
export function firstText(messages: readonly Message[]): string | null {
  const isOfPerson = ({ type }: Message) => type === 'human' || type === 'user'
  const texts = [...messages.filter(isOfPerson), ...messages].map(({ content }) =>
    messageText(content),
  )
  return texts.find((text) => text.trim() !== '') ?? null
}

function flat(item: unknown): unknown {
  if (typeof item === 'string') return { type: 'human', content: item }
  if (Array.isArray(item)) return { type: item[0], content: item[1] }
  if (typeof item !== 'object' || item === null) return null
  const { lc, id, kwargs, type, role } = item as Record<string, unknown>
  const className = lc === 1 && Array.isArray(id) ? id.at(-1) : undefined
  if (typeof className !== 'string') return { ...item, type: type ?? role ?? '' }
  return { ...Object(kwargs), type: className.replace(/Message(Chunk)?$/, '').toLowerCase() }
}
