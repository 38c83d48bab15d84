import type { Cluster } from '../../cluster/cluster.ts'
import type { RunLogs } from '../streams/log/run-logs.ts'
import type { TerminalEvent } from './run-ending.ts'

/** Tells how runs have ended: those who read or wait here, and by a notice those of other processes. */
export class RunEnds {
  readonly #logs: RunLogs
  readonly #cluster: Cluster
  readonly #onAnnounced: (terminal: TerminalEvent) => void
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(parts: {
    logs: RunLogs
    cluster: Cluster
    /** A run has ended by this process, and everybody is told. */
    onAnnounced(terminal: TerminalEvent): void
  }) {
    this.#logs = parts.logs
    this.#cluster = parts.cluster
    this.#onAnnounced = parts.onAnnounced
  }

  /** The runs whose end somebody waits for. */
  awaited(): Iterable<string> {
    return this.#waiting.keys()
  }

  /** Resolves when the run has ended, wherever it works. Ask before the change that may end it. */
  wait(runId: string): { ended: Promise<void>; forget(): void } {
    let forget = () => {}
    const ended = new Promise<void>((resolve) => {
      this.#waiting.set(runId, [...(this.#waiting.get(runId) ?? []), resolve])
      forget = () => {
        const others = (this.#waiting.get(runId) ?? []).filter((other) => other !== resolve)
        if (others.length > 0) this.#waiting.set(runId, others)
        else this.#waiting.delete(runId)
      }
    })
    return { ended, forget: () => forget() }
  }

  /** Of a run that this process has ended, once that is committed. */
  announce(runId: string, terminal: TerminalEvent): void {
    this.announceHere(runId, terminal)
    this.#cluster.notices.send({ kind: 'ended', run_id: runId })
    this.#onAnnounced(terminal)
  }

  /** Of a run that another process has ended. */
  announceHere(runId: string, terminal: TerminalEvent): void {
    const log = this.#logs.find(runId)
    if (log && !log.hasEnded) {
      if (terminal.event) log.appendStored(terminal.event)
      log.end(terminal.output)
      if (terminal.isDeleted) this.#logs.forget(runId)
      else this.#logs.retire(runId)
    }
    for (const resolve of this.#waiting.get(runId) ?? []) resolve()
    this.#waiting.delete(runId)
  }
}
