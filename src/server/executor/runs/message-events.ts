import type { AIMessageChunk, BaseMessageChunk } from '@langchain/core/messages'
import { isMessage } from '../wire-json.ts'

/** One event: its kind, the namespace of the subgraph that it comes from, and its data. */
type Told = [kind: string, namespace: string[], data: unknown]

interface Begun {
  whole: BaseMessageChunk
  namespace: string[]
}

/**
 * The three events of the mode `messages`: `messages/metadata` before the first part of a message,
 * `messages/partial` with all that there is of it so far, `messages/complete` once it is in the
 * state. Each message is completed once, under the namespace that its parts had.
 */
export class MessageEvents {
  readonly #begun = new Map<string, Begun>()
  readonly #done: Set<string>

  /** `knownIds`: messages of the thread before the run; they are not told again. */
  constructor(knownIds: Iterable<string>) {
    this.#done = new Set(knownIds)
  }

  /** A message or a piece of one, with its metadata, as the library's mode `messages` has it. */
  *ofPart(namespace: string[], [message, metadata]: [unknown, unknown]): Generator<Told> {
    if (!isMessage(message)) return
    if (!isPiece(message)) {
      yield* this.#complete(namespace, [message])
      return
    }
    const id = String(message.id)
    const before = this.#begun.get(id)
    const whole = before ? before.whole.concat(message as never) : message
    this.#begun.set(id, { whole, namespace: before?.namespace ?? namespace })
    if (!before) yield ['messages/metadata', namespace, { [id]: { metadata } }]
    yield ['messages/partial', namespace, [whole]]
  }

  /** The state after a step, or after the input. */
  *ofValues(namespace: string[], values: unknown): Generator<Told> {
    const messages = (values as { messages?: unknown } | null)?.messages
    if (Array.isArray(messages)) yield* this.#complete(namespace, messages.filter(isMessage))
  }

  /** One event for those that follow each other under the same namespace. */
  *#complete(namespace: string[], messages: ({ id?: unknown } & object)[]): Generator<Told> {
    let group: { namespace: string[]; messages: object[] } | null = null
    for (const message of messages) {
      const id = String(message.id)
      if (this.#done.has(id)) continue
      const own = this.#begun.get(id)?.namespace ?? namespace
      this.#done.add(id)
      this.#begun.delete(id)
      if (group && group.namespace.join('|') === own.join('|')) group.messages.push(message)
      else {
        if (group) yield ['messages/complete', group.namespace, group.messages]
        group = { namespace: own, messages: [message] }
      }
    }
    if (group) yield ['messages/complete', group.namespace, group.messages]
  }
}

/** By what it can do, since it may be of another copy of the message library. */
function isPiece(message: { getType(): string } & object): message is AIMessageChunk {
  return message.getType() === 'ai' && 'concat' in message && typeof message.concat === 'function'
}
