const mostLines = 20

/** What a file says that is not taken over: one sentence for each kind, with the lines where it stands. */
export class LeftOut {
  readonly #lines = new Map<string, Set<number>>()

  /** `what` is the sentence but for its end: “System messages are not taken over”. */
  add(what: string, line: number): void {
    const lines = this.#lines.get(what) ?? new Set()
    this.#lines.set(what, lines.add(line))
  }

  sentences(): string[] {
    const kinds = [...this.#lines].map(([what, lines]) => ({
      what,
      lines: [...lines].sort((a, b) => a - b),
    }))
    kinds.sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
    return kinds.map(({ what, lines }) => {
      const more = lines.length - mostLines
      const shown = lines.slice(0, mostLines).join(', ')
      return `${what}: ${lines.length === 1 ? 'line' : 'lines'} ${shown}${more > 0 ? ` and ${more} more` : ''}.`
    })
  }
}
