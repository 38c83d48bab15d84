import type { RunListener } from '../../../../contract/agent-server/runs.ts'

/** Who listens to which run by this process: connections that follow its stream or wait for its end. */
export class RunListeners {
  readonly #byRun = new Map<string, Set<RunListener>>()

  /** Counts a connection in. Answers what counts it out. */
  add(runId: string, listener: RunListener): () => void {
    const listeners = this.#byRun.get(runId) ?? new Set()
    this.#byRun.set(runId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byRun.get(runId) === listeners) this.#byRun.delete(runId)
    }
  }

  of(runId: string): RunListener[] {
    return [...(this.#byRun.get(runId) ?? [])]
  }
}
