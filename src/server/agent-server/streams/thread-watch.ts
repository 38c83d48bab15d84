/** Who wants to know when a run is put on a thread. */
export class ThreadWatch {
  readonly #watchers = new Map<string, Set<() => void>>()

  /** Answers how to stop that. */
  add(threadId: string, onRun: () => void): () => void {
    const watchers = this.#watchers.get(threadId) ?? new Set()
    this.#watchers.set(threadId, watchers.add(onRun))
    return () => {
      watchers.delete(onRun)
      if (watchers.size === 0) this.#watchers.delete(threadId)
    }
  }

  tell(threadId: string): void {
    for (const onRun of [...(this.#watchers.get(threadId) ?? [])]) onRun()
  }
}
