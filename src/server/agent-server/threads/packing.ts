import type { ScopedStoreCall } from '../executors/store-scope.ts'
import { type PackedPut, type PackedWrites, packedPut, packedWrites } from './packed-calls.ts'

type Write = Extract<ScopedStoreCall, { call: 'put' | 'put-writes' }>
type Scoped = Pick<Write, 'scope'>

/** What an executor asks of the store, with the values as they are stored. */
export type PackedStoreCall =
  | Exclude<ScopedStoreCall, Write>
  | (PackedPut & Scoped)
  | (PackedWrites & Scoped)

/**
 * Packs the values that executors ask to be stored. What is asked for a run leaves in the order in which it came,
 * however long its values take: what a task has left is there when the step that is refused takes it away. What cannot
 * be packed is refused by itself.
 */
export class Packing {
  /** What was asked last, by run, until it has left. */
  readonly #last = new Map<string, Promise<unknown>>()

  async packed(call: ScopedStoreCall): Promise<PackedStoreCall> {
    const runId = call.call === 'items' ? null : call.scope.run_id
    if (runId === null) return withPackedValues(call)
    const before = this.#last.get(runId)?.catch(() => undefined)
    const ready = withPackedValues(call)
    const turn = Promise.all([ready, before]).then(([packed]) => packed)
    this.#last.set(runId, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(runId) === turn) this.#last.delete(runId)
    }
  }
}

async function withPackedValues(call: ScopedStoreCall): Promise<PackedStoreCall> {
  if (call.call === 'put') return { ...(await packedPut(call)), scope: call.scope }
  if (call.call === 'put-writes') return { ...(await packedWrites(call)), scope: call.scope }
  return call
}
