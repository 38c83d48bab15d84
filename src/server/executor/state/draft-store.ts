import { parseJson } from '../../../contract/exact-json.ts'
import type { ThreadStore } from '../parent-channel.ts'
import type {
  AncestorsCall,
  GetCall,
  PutCall,
  PutWritesCall,
  SerializedValue,
  StoredCheckpoint,
  StoredWrite,
} from '../protocol/checkpoint-calls.ts'
import type { DraftedCall } from '../protocol/thread-calls.ts'

/**
 * A store for a saver that writes nothing: what is put is kept as a draft, and read again on top of what
 * the parent has. So the parent can store all of it at once, or nothing.
 */
export class DraftStore {
  readonly #parent: ThreadStore
  readonly #drafted: StoredCheckpoint[] = []
  /** What was put on checkpoints that are stored, by their place: values by steps are read from there. */
  readonly #onStored = new Map<string, StoredWrite[]>()
  readonly calls: DraftedCall[] = []

  constructor(parent: ThreadStore) {
    this.#parent = parent
  }

  readonly ask: ThreadStore = async (body) => {
    if (body.call === 'put') await this.#put(body)
    else if (body.call === 'put-writes') this.#putWrites(body)
    else if (body.call === 'get') return this.#get(body)
    else if (body.call === 'ancestors') return this.#ancestors(body)
    else return this.#parent(body)
    return null
  }

  async #get(body: GetCall): Promise<StoredCheckpoint[]> {
    const own = this.#drafted.filter(
      ({ checkpoint_ns, checkpoint_id }) =>
        checkpoint_ns === body.checkpoint_ns &&
        (body.checkpoint_id === null || checkpoint_id === body.checkpoint_id),
    )
    // A draft is younger than everything that is stored.
    const youngest = own.at(-1)
    if (youngest) return [youngest]
    return this.#asDrafted((await this.#parent(body)) ?? [])
  }

  async #ancestors(body: AncestorsCall): Promise<StoredCheckpoint[]> {
    const path: StoredCheckpoint[] = []
    for (let next: string | null = body.checkpoint_id; next !== null; ) {
      const place = placeOf({ ...body, checkpoint_id: next })
      const drafted = this.#drafted.find((one) => placeOf(one) === place)
      if (!drafted) {
        const stored = (await this.#parent({ ...body, checkpoint_id: next })) ?? []
        return [...path, ...this.#asDrafted(stored)]
      }
      path.push(drafted)
      next = drafted.parent_checkpoint_id
    }
    return path
  }

  /** Stored checkpoints, with what was put on them since. */
  #asDrafted(found: StoredCheckpoint[]): StoredCheckpoint[] {
    return found.map((stored) => {
      const writes = this.#onStored.get(placeOf(stored)) ?? []
      return { ...stored, writes: [...stored.writes, ...writes] }
    })
  }

  async #put(call: PutCall): Promise<void> {
    const { channel_versions: versions } = parseJson(call.checkpoint) as {
      channel_versions: Record<string, unknown>
    }
    const written = new Set(call.blobs.map(({ channel }) => channel))
    const parent = call.parent_checkpoint_id
      ? (await this.#find(call.checkpoint_ns, call.parent_checkpoint_id))?.blobs
      : undefined
    // A channel that was not written keeps the value that it had.
    const kept = (parent ?? []).filter(
      ({ channel }) => channel in versions && !written.has(channel),
    )
    const fresh = call.blobs.flatMap(({ channel, value }) => (value ? [{ channel, ...value }] : []))
    const { checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata } = call
    this.#drafted.push({
      checkpoint_ns,
      checkpoint_id,
      parent_checkpoint_id,
      checkpoint,
      metadata,
      blobs: [...kept, ...fresh],
      writes: [],
    })
    const blobs = call.blobs.map((blob) => ({ ...blob, value: blob.value && inText(blob.value) }))
    this.calls.push({ ...call, blobs })
  }

  #putWrites(call: PutWritesCall): void {
    const place = placeOf(call)
    const added = call.writes.map((write) => ({ ...write, task_id: call.task_id }))
    const at = this.#drafted.findIndex((drafted) => placeOf(drafted) === place)
    const drafted = this.#drafted[at]
    if (drafted) this.#drafted[at] = { ...drafted, writes: [...drafted.writes, ...added] }
    else this.#onStored.set(place, [...(this.#onStored.get(place) ?? []), ...added])
    const writes = call.writes.map((write) => ({ ...write, ...inText(write) }))
    this.calls.push({ ...call, writes })
  }

  async #find(checkpoint_ns: string, checkpoint_id: string): Promise<StoredCheckpoint | undefined> {
    return (await this.#get({ call: 'get', checkpoint_ns, checkpoint_id }))[0]
  }
}

const placeOf = ({
  checkpoint_ns,
  checkpoint_id,
}: {
  checkpoint_ns: string
  checkpoint_id: string
}) => `${checkpoint_id} ${checkpoint_ns}`

function inText({ type, bytes }: SerializedValue): { type: string; bytes: string } {
  return { type, bytes: Buffer.from(bytes).toString('base64') }
}
