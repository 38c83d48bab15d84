/** How many errors nobody expected, and when the last one was. */
export class ErrorCount {
  #count = 0
  #lastAt: Date | null = null
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  add(): void {
    this.#count += 1
    this.#lastAt = this.#now()
  }

  get facts(): { errors: number; last_error_at: string | null } {
    return { errors: this.#count, last_error_at: this.#lastAt?.toISOString() ?? null }
  }
}
