import type { Cluster } from '../../../cluster/cluster.ts'

/** Who wants to know when a run is put on a thread, by whatever process. */
export class ThreadWatch {
  readonly #cluster: Cluster
  readonly #watchers = new Map<string, Set<() => void>>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** Answers how to stop that. */
  add(threadId: string, onRun: () => void): () => void {
    const watchers = this.#watchers.get(threadId) ?? new Set()
    this.#watchers.set(threadId, watchers.add(onRun))
    return () => {
      watchers.delete(onRun)
      if (watchers.size === 0) this.#watchers.delete(threadId)
    }
  }

  /** Resolves with the next of them, or after `pollMs`: then what no notice has told is to be looked for. */
  next(threadId: string, pollMs: number, signal: AbortSignal) {
    let forget = () => {}
    const happened = new Promise<void>((resolve) => {
      const unwatch = this.add(threadId, () => forget())
      const timer = setTimeout(() => forget(), pollMs)
      forget = () => {
        unwatch()
        clearTimeout(timer)
        signal.removeEventListener('abort', forget)
        resolve()
      }
      signal.addEventListener('abort', forget)
    })
    return { happened, forget: () => forget() }
  }

  /** This process has put a run on the thread. */
  notify(threadId: string): void {
    this.notifyHere(threadId)
    this.#cluster.notices.send({ kind: 'created', thread_id: threadId })
  }

  /** Another process has. */
  notifyHere(threadId: string): void {
    for (const onRun of [...(this.#watchers.get(threadId) ?? [])]) onRun()
  }
}
