import { isWithin, type LeaseSpan } from '../protocol/lease-span.ts'

const stepTag = 'graph:step:'

/**
 * Lets a step begin only while the run is certainly its server's. A server that was paused, or is cut off from the
 * database, may have lost it to another one, which makes that step itself: until it answers, nothing begins.
 */
export class StepLease {
  readonly name = 'step-lease'
  // The step waits for it.
  readonly awaitHandlers = true
  readonly #ask: () => void
  #span: LeaseSpan
  /** What was asked, when; one of a run that was stopped is not answered. */
  #question: { askedAt: number; promise: Promise<void>; resolve(): void } | null = null

  /** `ask`: asks the server, which answers by `held`. */
  constructor(span: LeaseSpan, ask: () => void) {
    this.#span = span
    this.#ask = ask
  }

  /** The answer: for so many ms after it was asked, since nobody knows how long it was on its way. */
  held(forMs: number): void {
    const question = this.#question
    if (!question) return
    this.#span = { from: question.askedAt, until: question.askedAt + forMs }
    this.#question = null
    question.resolve()
  }

  async handleChainStart(
    _chain: unknown,
    _inputs: unknown,
    _id: string,
    _parentId?: string,
    tags: string[] = [],
  ): Promise<void> {
    if (!tags.some((tag) => tag.startsWith(stepTag))) return
    while (!isWithin(this.#span)) await this.#answered()
  }

  /** All steps that begin at once wait for one answer. */
  #answered(): Promise<void> {
    if (!this.#question) {
      let resolve = () => {}
      const promise = new Promise<void>((done) => {
        resolve = done
      })
      this.#question = { askedAt: Date.now(), promise, resolve }
      this.#ask()
    }
    return this.#question.promise
  }
}
