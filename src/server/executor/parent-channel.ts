import type {
  CheckpointCall,
  ChildMessage,
  ItemOperation,
  ItemResult,
  ParentMessage,
  StoreCall,
  StoredCheckpoint,
  StoreResult,
} from './protocol.ts'

/** The executor's line to the agent server. */
export interface ParentChannel {
  send(message: ChildMessage): void
  /** Asks the parent's store. Rejects with its sentence, e.g. when the run is not the parent's any more. */
  store(body: CheckpointCall): Promise<StoredCheckpoint[] | null>
  /** Asks about items, in order; answers one result for each operation. */
  items(operations: ItemOperation[]): Promise<ItemResult[]>
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
  const ask = (body: StoreCall) => {
    lastId += 1
    const id = lastId
    return new Promise<StoreResult>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      send({ kind: 'store', id, body })
    })
  }
  return {
    send,
    // The parent answers each kind of call in its own shape.
    store: (body) => ask(body) as Promise<StoredCheckpoint[] | null>,
    items: (operations) => ask({ call: 'items', operations }) as Promise<ItemResult[]>,
  }
}
