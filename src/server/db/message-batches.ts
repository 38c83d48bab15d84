/** After these messages of a client the server answers: Query, Sync, Flush, Terminate, password. */
const answered = new Set(['Q', 'S', 'H', 'X', 'p'].map((letter) => letter.charCodeAt(0)))

/**
 * Collects what a PostgreSQL client writes into whole batches, each up to a message that the server
 * answers. After an error a server passes over the rest of a batch; the embedded engine can do that
 * only if it gets the batch in one piece.
 */
export class MessageBatches {
  #bytes = Buffer.alloc(0)
  /** The first message of a connection has no type, only its length. */
  #isStarted = false

  /** Takes bytes, cut anywhere; answers those that are complete batches, or null. */
  add(chunk: Uint8Array): Buffer | null {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    let complete = 0
    for (let at = 0; ; ) {
      const head = this.#isStarted ? 1 : 0
      if (this.#bytes.length < at + head + 4) break
      const end = at + head + this.#bytes.readUInt32BE(at + head)
      if (this.#bytes.length < end) break
      const isAnswered = !this.#isStarted || answered.has(this.#bytes.readUInt8(at))
      this.#isStarted = true
      at = end
      if (isAnswered) complete = end
    }
    if (complete === 0) return null
    const batches = this.#bytes.subarray(0, complete)
    this.#bytes = this.#bytes.subarray(complete)
    return batches
  }
}
