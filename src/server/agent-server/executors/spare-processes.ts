import type { ProcessToPrepare } from '../../cluster/agent-host.ts'
import type { ExecutorListener, ExecutorProcess } from './executor-process.ts'
import { type ProcessStart, SpareProcess } from './spare-process.ts'

/** A formatter's save follows an editor's while that is being loaded, and finds a process as well. */
const keptCount = 2

/** The processes that were started ahead for a deployment, one after the other. */
export class SpareProcesses {
  #wanted: ProcessToPrepare | null = null
  #spares: SpareProcess[] = []

  /** Starts as many as are missing, in place of those that were started for something else. */
  prepare(wanted: ProcessToPrepare): void {
    this.#wanted = wanted
    this.#keep((spare) => spare.isFor(wanted))
    this.#fill()
  }

  /** A process, told about to `listener` from now on; null when none is there for that. */
  take(start: ProcessStart, listener: ExecutorListener): ExecutorProcess | null {
    this.#keep((spare) => spare.fits(start))
    return this.#spares.shift()?.take(listener) ?? null
  }

  async stop(): Promise<void> {
    this.#wanted = null
    await Promise.all(this.#spares.splice(0).map((spare) => spare.stop()))
  }

  #keep(isOfUse: (spare: SpareProcess) => boolean): void {
    const others = this.#spares.filter((spare) => !isOfUse(spare))
    this.#spares = this.#spares.filter(isOfUse)
    for (const spare of others) void spare.stop()
  }

  #fill(): void {
    const last = this.#spares.at(-1)
    if (!this.#wanted || this.#spares.length >= keptCount || last?.isPreparing) return
    const spare = new SpareProcess(this.#wanted)
    this.#spares.push(spare)
    void spare.prepared.then((isPrepared) => {
      // One that ends while it is prepared would only be followed by others.
      if (isPrepared) this.#fill()
    })
  }
}
