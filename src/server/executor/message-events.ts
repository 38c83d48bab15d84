import { AIMessageChunk, type BaseMessageChunk } from '@langchain/core/messages'
import { isMessage } from './wire-json.ts'

type Named = [kind: string, data: unknown]

/**
 * The three events of the mode `messages`: `messages/metadata` before the first part of a message,
 * `messages/partial` with all that there is of it so far, `messages/complete` once it is in the
 * state. Each message is completed once.
 */
export class MessageEvents {
  readonly #parts = new Map<string, BaseMessageChunk>()
  readonly #done: Set<string>

  /** `knownIds`: messages of the thread before the run; they are not told again. */
  constructor(knownIds: Iterable<string>) {
    this.#done = new Set(knownIds)
  }

  /** A message or a piece of one, with its metadata, as the library's mode `messages` has it. */
  *ofPart([message, metadata]: [unknown, unknown]): Generator<Named> {
    if (!isMessage(message)) return
    const id = String(message.id)
    if (!AIMessageChunk.isInstance(message)) {
      yield* this.#complete([message])
      return
    }
    const before = this.#parts.get(id)
    const whole = before ? before.concat(message as never) : (message as BaseMessageChunk)
    this.#parts.set(id, whole)
    if (!before) yield ['messages/metadata', { [id]: { metadata } }]
    yield ['messages/partial', [whole]]
  }

  /** The state after a step, or after the input. */
  *ofValues(values: unknown): Generator<Named> {
    const messages = (values as { messages?: unknown } | null)?.messages
    if (Array.isArray(messages)) yield* this.#complete(messages.filter(isMessage))
  }

  *#complete(messages: ({ id?: unknown } & object)[]): Generator<Named> {
    const fresh = messages.filter((message) => !this.#done.has(String(message.id)))
    for (const message of fresh) {
      this.#done.add(String(message.id))
      this.#parts.delete(String(message.id))
    }
    if (fresh.length > 0) yield ['messages/complete', fresh]
  }
}
