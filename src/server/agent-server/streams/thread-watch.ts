import type { Cluster } from '../../cluster/cluster.ts'

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
