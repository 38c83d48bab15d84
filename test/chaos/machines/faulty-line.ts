import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A network between somebody and a server: it can be cut and slowed down, and leads to where the server is now. */
export class FaultyLine {
  readonly port: number
  readonly #close: () => void
  readonly #sockets = new Set<Socket>()
  #target: number | null = null
  #isCut = false
  #delayMs = 0

  private constructor(server: ReturnType<typeof createServer>) {
    this.port = (server.address() as AddressInfo).port
    this.#close = () => server.close()
    server.on('connection', (near) => this.#join(near))
  }

  static async open(): Promise<FaultyLine> {
    const server = createServer({ allowHalfOpen: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new FaultyLine(server)
  }

  /** Where connections go from now on; null for nowhere. */
  lead(port: number | null): void {
    this.#target = port
  }

  /** Breaks every connection, and each new one, for so long. */
  async cut(ms: number): Promise<void> {
    this.#isCut = true
    this.#break()
    await pause(ms)
    this.#isCut = false
  }

  /** Lets everything wait for `by` ms, for so long. */
  async slow(by: number, ms: number): Promise<void> {
    this.#delayMs = by
    await pause(ms)
    this.#delayMs = 0
  }

  close(): void {
    this.#close()
    this.#break()
  }

  #break(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(near: Socket): void {
    if (this.#isCut || this.#target === null) {
      near.destroy()
      return
    }
    const far = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one)
      let passed = Promise.resolve()
      const pass = (then: () => void) => {
        passed = passed.then(async () => {
          if (this.#delayMs > 0) await pause(this.#delayMs)
          if (!other.destroyed) then()
        })
      }
      one.setNoDelay(true)
      one.on('data', (bytes) => pass(() => other.write(bytes)))
      one.on('end', () => pass(() => other.end()))
      // What comes of it is the matter of both ends.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        pass(() => other.destroy())
      })
    }
  }
}
