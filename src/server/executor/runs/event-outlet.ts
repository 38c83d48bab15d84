import type { ParentChannel } from '../parent-channel.ts'
import type { EventMessage } from '../protocol/run-order.ts'

const batchBytes = 64 * 1024
/** How much may be on its way before the graph has to wait. */
const windowBytes = 1024 * 1024

/**
 * Sends a run's events in order and in batches. `add` answers null while the parent keeps up, and
 * otherwise a promise for when it has taken up enough: so a flood waits here, in the process of its
 * graph, and nobody waits for nothing.
 */
export class EventOutlet {
  readonly #channel: Pick<ParentChannel, 'send'>
  readonly #token: string
  #batch: EventMessage[] = []
  #batchSize = 0
  #onItsWay = 0
  #isFlushPlanned = false
  #added = 0
  /** What waits for the parent to take something up, and how it goes on. */
  #room: Promise<void> | null = null
  #goOn: (() => void) | null = null

  constructor(channel: Pick<ParentChannel, 'send'>, token: string) {
    this.#channel = channel
    this.#token = token
  }

  add(event: EventMessage): Promise<void> | null {
    this.#added += 1
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
    this.#room = new Promise<void>((resolve) => {
      this.#goOn = resolve
    })
    return this.#room
  }

  flush(): void {
    if (this.#batch.length === 0) return
    const message = {
      kind: 'events' as const,
      token: this.#token,
      events: this.#batch,
      bytes: this.#batchSize,
    }
    this.#onItsWay += this.#batchSize
    this.#batch = []
    this.#batchSize = 0
    this.#channel.send(message)
  }

  /**
   * Resolves when all that the graph has told by now is on its way. The graph hands its events over in turns of its
   * own, so that a turn without a further one is waited for.
   */
  async drain(): Promise<void> {
    let before: number
    do {
      before = this.#added
      await this.#room
      await new Promise((resolve) => setImmediate(resolve))
    } while (this.#added > before || this.#room)
    this.flush()
  }

  /** The parent has taken up so many bytes. */
  taken(bytes: number): void {
    this.#onItsWay -= bytes
    if (this.#onItsWay < windowBytes) this.#continue()
  }

  /** Lets a waiting `add` go on: the run is to stop and nobody listens any more. */
  release(): void {
    this.#onItsWay = 0
    this.#continue()
  }

  #continue(): void {
    this.#room = null
    this.#goOn?.()
    this.#goOn = null
  }
}
