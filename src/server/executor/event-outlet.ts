import type { ParentChannel } from './parent-channel.ts'
import type { EventMessage } from './protocol.ts'

const batchBytes = 64 * 1024
/** How much may be on its way before the graph has to wait. */
const windowBytes = 1024 * 1024

/**
 * Sends a run's events in order and in batches. `add` answers null while the parent keeps up, and
 * otherwise a promise for when it has taken up enough: so a flood waits here, in the process of its
 * graph, and nobody waits for nothing.
 */
export class EventOutlet {
  readonly #channel: ParentChannel
  readonly #runId: string
  #batch: EventMessage[] = []
  #batchSize = 0
  #onItsWay = 0
  #isFlushPlanned = false
  #goOn: (() => void) | null = null

  constructor(channel: ParentChannel, runId: string) {
    this.#channel = channel
    this.#runId = runId
  }

  add(event: EventMessage): Promise<void> | null {
    this.#batch.push(event)
    this.#batchSize += event.data.length + event.event.length
    if (this.#batchSize >= batchBytes) this.flush()
    else if (!this.#isFlushPlanned) {
      this.#isFlushPlanned = true
      setImmediate(() => {
        this.#isFlushPlanned = false
        this.flush()
      })
    }
    if (this.#onItsWay < windowBytes) return null
    return new Promise<void>((resolve) => {
      this.#goOn = resolve
    })
  }

  flush(): void {
    if (this.#batch.length === 0) return
    const message = {
      kind: 'events' as const,
      run_id: this.#runId,
      events: this.#batch,
      bytes: this.#batchSize,
    }
    this.#onItsWay += this.#batchSize
    this.#batch = []
    this.#batchSize = 0
    this.#channel.send(message)
  }

  /** The parent has taken up so many bytes. */
  taken(bytes: number): void {
    this.#onItsWay -= bytes
    if (this.#onItsWay >= windowBytes) return
    this.#goOn?.()
    this.#goOn = null
  }

  /** Lets a waiting `add` go on: the run is to stop and nobody listens any more. */
  release(): void {
    this.#onItsWay = 0
    this.#goOn?.()
    this.#goOn = null
  }
}
