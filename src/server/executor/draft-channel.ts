import type { ParentChannel } from './parent-channel.ts'
import type { CheckpointCall, DraftedCall, StoredCheckpoint, Typed } from './protocol.ts'

type Put = Extract<CheckpointCall, { call: 'put' }>
type PutWrites = Extract<CheckpointCall, { call: 'put-writes' }>

/**
 * A store for a saver that writes nothing: what is put is kept as a draft, and read again on top of what
 * the parent has. So the parent can store all of it at once, or nothing.
 */
export class DraftChannel implements ParentChannel {
  readonly #parent: ParentChannel
  readonly #drafted: StoredCheckpoint[] = []
  readonly calls: DraftedCall[] = []

  constructor(parent: ParentChannel) {
    this.#parent = parent
  }

  send: ParentChannel['send'] = (message) => this.#parent.send(message)

  items: ParentChannel['items'] = (operations) => this.#parent.items(operations)

  async store(body: CheckpointCall): Promise<StoredCheckpoint[] | null> {
    if (body.call === 'put') await this.#put(body)
    else if (body.call === 'put-writes') await this.#putWrites(body)
    else if (body.call === 'get') return this.#get(body)
    else return this.#parent.store(body)
    return null
  }

  async #get(body: Extract<CheckpointCall, { call: 'get' }>): Promise<StoredCheckpoint[]> {
    const own = this.#drafted.filter(
      ({ checkpoint_ns, checkpoint_id }) =>
        checkpoint_ns === body.checkpoint_ns &&
        (body.checkpoint_id === null || checkpoint_id === body.checkpoint_id),
    )
    // A draft is younger than everything that is stored.
    const youngest = own.at(-1)
    return youngest ? [youngest] : ((await this.#parent.store(body)) ?? [])
  }

  async #put(body: Put): Promise<void> {
    const { scope: _scope, ...call } = body
    const { channel_versions: versions } = JSON.parse(call.checkpoint) as {
      channel_versions: Record<string, unknown>
    }
    const written = new Set(call.blobs.map(({ channel }) => channel))
    const parent = call.parent_checkpoint_id
      ? (await this.#find(body, call.checkpoint_ns, call.parent_checkpoint_id))?.blobs
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

  async #putWrites(body: PutWrites): Promise<void> {
    const { scope: _scope, ...call } = body
    const target = await this.#find(body, call.checkpoint_ns, call.checkpoint_id)
    if (target) {
      const writes = call.writes.map((write) => ({ ...write, task_id: call.task_id }))
      const changed = { ...target, writes: [...target.writes, ...writes] }
      const at = this.#drafted.findIndex(
        ({ checkpoint_ns, checkpoint_id }) =>
          checkpoint_ns === call.checkpoint_ns && checkpoint_id === call.checkpoint_id,
      )
      if (at >= 0) this.#drafted[at] = changed
    }
    const writes = call.writes.map((write) => ({ ...write, ...inText(write) }))
    this.calls.push({ ...call, writes })
  }

  async #find(
    { scope }: Put | PutWrites,
    checkpoint_ns: string,
    checkpoint_id: string,
  ): Promise<StoredCheckpoint | undefined> {
    return (await this.#get({ scope, call: 'get', checkpoint_ns, checkpoint_id }))[0]
  }
}

function inText({ type, bytes }: Typed): { type: string; bytes: string } {
  return { type, bytes: Buffer.from(bytes).toString('base64') }
}
