import { randomUUID } from 'node:crypto'
import type { StoreScope } from './store-scope.ts'

/** So much of what is over is known still: messages of it may be on their way. */
const keptOver = 4_000

/** A run, a call or a request that a process works on; `scope` is what of the store it reaches. */
interface Work {
  scope: StoreScope | null
  isOver: boolean
}

/**
 * What a process was asked to do, each under a random token that only that piece of work was given: whoever sends a
 * message shows by it on whose behalf.
 */
export class GivenWork {
  readonly #open = new Map<string, Work>()
  readonly #over = new Map<string, Work>()

  give(scope: StoreScope | null): string {
    const token = randomUUID()
    this.#open.set(token, { scope, isOver: false })
    return token
  }

  /** Undefined for a token that was not given, or that nobody could have a message of any more. */
  find(token: unknown): Work | undefined {
    if (typeof token !== 'string') return undefined
    return this.#open.get(token) ?? this.#over.get(token)
  }

  end(token: string): void {
    const work = this.#open.get(token)
    if (!work) return
    this.#open.delete(token)
    this.#over.set(token, { ...work, isOver: true })
    const [oldest] = this.#over.size > keptOver ? this.#over.keys() : []
    if (oldest !== undefined) this.#over.delete(oldest)
  }
}
