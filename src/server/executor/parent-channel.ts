import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { endWithGroup } from './end-with-group.ts'
import type {
  CheckpointCall,
  ItemsCall,
  StoredCheckpoint,
  StoreResult,
} from './protocol/checkpoint-calls.ts'
import { frameOfChild } from './protocol/child-frames.ts'
import { FrameReader, frameLimit } from './protocol/frames.ts'
import type { ItemOperation, ItemResult } from './protocol/item-calls.ts'
import type { ChildMessage, ParentMessage } from './protocol/messages.ts'
import { putBackOfParent } from './protocol/parent-frames.ts'

/**
 * The parent's store, as far as a piece of work reaches. Rejects with the parent's sentence, e.g. when the run is not
 * the parent's any more.
 */
export type ThreadStore = (body: CheckpointCall) => Promise<StoredCheckpoint[] | null>

/** The executor's line to the agent server. */
export interface ParentChannel {
  send(message: ChildMessage): void
  /** The store for the work that the parent has given with this token. */
  storeFor(token: string): ThreadStore
  /** Asks about items, in order; answers one result for each operation. */
  items(operations: ItemOperation[]): Promise<ItemResult[]>
}

const lineDescriptor = 3
/** The longest that a timer can be set to. */
const longMs = 2 ** 31 - 1

/**
 * Opens the line. `onMessage` gets everything that is not an answer of the store. The process ends
 * with its parent: without it there is nobody to work for.
 */
export function openParentChannel(onMessage: (message: ParentMessage) => void): ParentChannel {
  const waiting = new Map<
    string,
    { resolve(result: StoreResult): void; reject(error: Error): void }
  >()
  const line = new Socket({ fd: lineDescriptor, readable: true, writable: true })
  // Not among the handles that a process can be asked for: user code has no business with it.
  line.unref()
  setInterval(() => {}, longMs)
  const write = (frame: Uint8Array[]) => {
    if (!line.writable) return
    line.cork()
    for (const part of frame) line.write(part)
    line.uncork()
  }
  const receive = (message: ParentMessage) => {
    if (message.kind !== 'stored' && message.kind !== 'store-failed') return onMessage(message)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'stored') asked?.resolve(message.result)
    else asked?.reject(new Error(message.message))
  }
  const reader = new FrameReader(putBackOfParent)
  line.on('data', (piece) => {
    try {
      for (const message of reader.read(piece)) receive(message as ParentMessage)
    } catch (error) {
      console.error('The line to the server cannot be read any more:', error)
      endWithGroup()
    }
  })
  line.on('error', endWithGroup)
  line.on('close', endWithGroup)
  const ask = (asked: Asked) =>
    new Promise<StoreResult>((resolve, reject) => {
      // Nobody can take the answer for another's by a guess.
      const id = randomUUID()
      const frame = frameOfChild({ kind: 'store', id, ...asked })
      const length = frame.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (length > frameLimit) {
        const size = `${Math.round(length / 1024 ** 2)} MB`
        return reject(new Error(`A step would leave ${size}, more than can be stored.`))
      }
      waiting.set(id, { resolve, reject })
      write(frame)
    })
  return {
    send: (message) => write(frameOfChild(message)),
    // The parent answers each kind of call in its own shape.
    storeFor: (token) => (body) => ask({ token, body }) as Promise<StoredCheckpoint[] | null>,
    items: (operations) => ask({ body: { call: 'items', operations } }) as Promise<ItemResult[]>,
  }
}

type Asked = { token: string; body: CheckpointCall } | { body: ItemsCall }
