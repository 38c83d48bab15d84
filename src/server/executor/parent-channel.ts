import type { ChildMessage, ParentMessage, StoreCall, StoreResult } from './protocol.ts'

/** The executor's line to the agent server. */
export interface ParentChannel {
  send(message: ChildMessage): void
  /** Asks the parent's store. Rejects with its sentence, e.g. when the run is not the parent's any more. */
  store(body: StoreCall): Promise<StoreResult>
}

/**
 * Opens the line. `onMessage` gets everything that is not an answer of the store. The process ends
 * with its parent: without it there is nobody to work for.
 */
export function openParentChannel(onMessage: (message: ParentMessage) => void): ParentChannel {
  const waiting = new Map<
    number,
    { resolve(result: StoreResult): void; reject(error: Error): void }
  >()
  let lastId = 0
  const send = (message: ChildMessage) => {
    if (process.connected) process.send?.(message)
  }
  process.on('message', (message: ParentMessage) => {
    if (message.kind !== 'stored' && message.kind !== 'store-failed') return onMessage(message)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'stored') asked?.resolve(message.result)
    else asked?.reject(new Error(message.message))
  })
  process.on('disconnect', () => process.exit(0))
  return {
    send,
    store(body) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        send({ kind: 'store', id, body })
      })
    },
  }
}
