import type { TextParts } from '../../http/text-stream.ts'

/**
 * An answer of an executor, as it comes: the next part is asked of the process when the one before was taken, so that
 * never more than one is held here.
 */
export class LongAnswer implements TextParts {
  readonly #ask: (isWanted: boolean) => void
  readonly #onEnd: () => void
  #text: string | null = null
  #isComplete = false
  #error: Error | null = null
  #hasEnded = false
  #wake: () => void = () => {}

  /** `onEnd` is called once, when nothing more is to be expected of the process. */
  constructor(ask: (isWanted: boolean) => void, onEnd: () => void) {
    this.#ask = ask
    this.#onEnd = onEnd
  }

  /** A part has come, or the last one. */
  take(text: string, isLast: boolean): void {
    this.#text = text
    this.#isComplete = isLast
    if (isLast) this.#end()
    this.#wake()
  }

  fail(error: Error): void {
    this.#error = error
    this.#end()
    this.#wake()
  }

  /** Resolves once there is a part; rejects where there is none. Answers the whole if it has come at once. */
  async begun(): Promise<string | LongAnswer> {
    await this.#arrival()
    if (this.#error) throw this.#error
    return this.#isComplete ? (this.#text ?? '') : this
  }

  async next(): Promise<string | null> {
    if (this.#text === null && this.#isComplete) return null
    await this.#arrival()
    if (this.#error) throw this.#error
    const text = this.#text
    this.#text = null
    if (!this.#isComplete) this.#ask(true)
    return text
  }

  close(): void {
    if (this.#hasEnded) return
    this.#ask(false)
    this.#end()
  }

  async #arrival(): Promise<void> {
    while (this.#text === null && !this.#error) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd()
  }
}

/** All of it. */
export async function wholeOf(answer: string | TextParts): Promise<string> {
  if (typeof answer === 'string') return answer
  const texts: string[] = []
  for (;;) {
    const text = await answer.next()
    if (text === null) return texts.join('')
    texts.push(text)
  }
}
