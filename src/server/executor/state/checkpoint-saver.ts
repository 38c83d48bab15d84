import { randomBytes } from 'node:crypto'
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  copyCheckpoint,
  type DeltaChannelHistory,
  getCheckpointId,
  type PendingWrite,
  type SerializerProtocol,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import type { ThreadStore } from '../parent-channel.ts'
import type {
  SerializedValue,
  StoredCheckpoint,
  StoredWrite,
} from '../protocol/checkpoint-calls.ts'
import { digitJson } from '../whole-numbers.ts'
import { keptIn, readDeltaHistory } from './delta-history.ts'
import { requireKeepable } from './keepable.ts'

const pageSize = 20
/** Of checkpoints of which only some channels are read. */
const ancestorsAtOnce = 100

/** The thread was written by a graph of the other language. */
export class ForeignThreadError extends Error {
  constructor() {
    super(
      'This thread was written by a Python graph, and a JavaScript graph cannot go on with it. Start a new thread.',
    )
    this.name = 'ForeignThreadError'
  }
}

/**
 * A thread's state, kept by the agent server. One saver serves one run or one reader: it reaches what
 * `store` reaches, whatever a config says. Differs from the published saver where that
 * one mixes branches up: versions are unique, so that no branch meets the values of another one,
 * and everything carries the run that made it, so that a rollback finds exactly that.
 */
export class ThreadSaver extends BaseCheckpointSaver<string> {
  readonly #store: ThreadStore
  readonly #threadId: string
  readonly #stamp: Record<string, unknown>
  readonly #told: Record<string, unknown>
  /** Told the values of every checkpoint that is read. */
  onRead: (values: Record<string, unknown>) => void = () => {}
  /** Checkpoints are read as if none of the steps after them had left a result. */
  hidesResults = false
  /** What was read last was read in that way, since it could not be read otherwise. */
  hadToHide = false

  /**
   * `stamp` is added to the metadata of every checkpoint, and so is `told`, what the caller said of the run:
   * that yields to what the library and the stamp say.
   */
  constructor(
    store: ThreadStore,
    serializer: SerializerProtocol,
    threadId: string,
    stamp: Record<string, unknown> = {},
    told: Record<string, unknown> = {},
  ) {
    super(serializer)
    this.#store = store
    this.#threadId = threadId
    this.#stamp = stamp
    this.#told = told
  }

  override getNextVersion(current: string | undefined): string {
    const counter = current === undefined ? 0 : Number.parseInt(String(current), 10)
    return `${String(counter + 1).padStart(16, '0')}.${randomBytes(8).toString('hex')}`
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const found = await this.#store({
      call: 'get',
      checkpoint_ns: config.configurable?.checkpoint_ns ?? '',
      checkpoint_id: getCheckpointId(config) || null,
    })
    const stored = found?.[0]
    return stored && this.#tuple(stored)
  }

  override async *list(
    config: RunnableConfig,
    options: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    let before = options.before ? getCheckpointId(options.before) || null : null
    let left = options.limit ?? Number.POSITIVE_INFINITY
    while (left > 0) {
      const limit = Math.min(left, pageSize)
      const page = await this.#store({
        call: 'list',
        checkpoint_ns: config.configurable?.checkpoint_ns ?? null,
        checkpoint_id: getCheckpointId(config) || null,
        before,
        limit,
        filter: options.filter ? digitJson(options.filter) : null,
      })
      for (const stored of page ?? []) yield await this.#tuple(stored)
      if (!page || (page.length < limit && !page.at(-1)?.has_more)) return
      left -= page.length
      before = page.at(-1)?.checkpoint_id ?? null
    }
  }

  /** As the library's own, which reads checkpoint after checkpoint, each with all that it has. */
  override async getDeltaChannelHistory(options: {
    config: RunnableConfig
    channels: string[]
  }): Promise<Record<string, DeltaChannelHistory>> {
    const { config, channels } = options
    const parent = channels.length > 0 ? (await this.getTuple(config))?.parentConfig : undefined
    const checkpoint_ns: string = parent?.configurable?.checkpoint_ns ?? ''
    const histories = await readDeltaHistory(
      channels,
      (parent && getCheckpointId(parent)) || null,
      async (checkpoint_id, open) => {
        const place = { checkpoint_ns, checkpoint_id, channels: open, limit: ancestorsAtOnce }
        return (await this.#store({ call: 'ancestors', ...place })) ?? []
      },
      ({ type, bytes }) => this.#revived(type, bytes),
    )
    this.onRead(keptIn(histories))
    return histories
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const namespace: string = config.configurable?.checkpoint_ns ?? ''
    const { channel_values: values, ...rest } = copyCheckpoint(checkpoint)
    const blobs = Object.entries(newVersions).map(async ([channel, version]) => ({
      channel,
      version: String(version),
      value: channel in values ? await this.#typed(channel, values[channel]) : null,
    }))
    await this.#store({
      call: 'put',
      checkpoint_ns: namespace,
      checkpoint_id: checkpoint.id,
      parent_checkpoint_id: getCheckpointId(config) || null,
      checkpoint: await this.#json(rest),
      metadata: await this.#json({ ...this.#told, ...metadata, ...this.#stamp }),
      blobs: await Promise.all(blobs),
    })
    return this.#config(namespace, checkpoint.id)
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = '',
  ): Promise<void> {
    const rows = writes.map(async ([channel, value], index) => ({
      idx: WRITES_IDX_MAP[channel] ?? index,
      channel: String(channel),
      ...(await this.#typed(String(channel), value)),
    }))
    await this.#store({
      call: 'put-writes',
      checkpoint_ns: config.configurable?.checkpoint_ns ?? '',
      checkpoint_id: getCheckpointId(config),
      task_id: taskId,
      task_path: taskPath,
      writes: await Promise.all(rows),
    })
  }

  override deleteThread(): Promise<void> {
    return Promise.reject(new Error('A graph cannot delete the thread that it runs on.'))
  }

  async #tuple(stored: StoredCheckpoint): Promise<CheckpointTuple> {
    const [checkpoint, metadata] = await Promise.all([
      this.serde.loadsTyped('json', stored.checkpoint),
      this.serde.loadsTyped('json', stored.metadata),
    ])
    const values = await Promise.all(
      stored.blobs.map(async ({ channel, type, bytes }) => [
        channel,
        await this.#revived(type, bytes),
      ]),
    )
    const pendingWrites = await Promise.all(
      this.#shown(stored.writes).map(
        async ({ task_id, channel, type, bytes }): Promise<CheckpointPendingWrite> => [
          task_id,
          channel,
          await this.#revived(type, bytes),
        ],
      ),
    )
    const channel_values: Record<string, unknown> = Object.fromEntries(values)
    this.onRead(channel_values)
    const namespace = stored.checkpoint_ns
    const parent = stored.parent_checkpoint_id
    return {
      config: this.#config(namespace, stored.checkpoint_id),
      checkpoint: { ...checkpoint, channel_values },
      metadata,
      pendingWrites,
      ...(parent ? { parentConfig: this.#config(namespace, parent) } : {}),
    }
  }

  #shown(writes: StoredWrite[]): StoredWrite[] {
    const open = withoutAnswered(writes)
    return this.hidesResults ? open.filter(({ channel }) => notes.includes(channel)) : open
  }

  #config(checkpoint_ns: string, checkpoint_id: string): RunnableConfig {
    return { configurable: { thread_id: this.#threadId, checkpoint_ns, checkpoint_id } }
  }

  /** Rejects with a sentence about a value that would be stored as another one. */
  async #typed(channel: string, value: unknown): Promise<SerializedValue> {
    // What is kept of an error is the library's own account of it.
    if (channel !== '__error__') requireKeepable(channel, value, 'state')
    const [type, bytes] = await this.serde.dumpsTyped(value)
    return { type, bytes }
  }

  async #revived(type: string, bytes: Uint8Array): Promise<unknown> {
    // Only Python writes it.
    if (type === 'msgpack') throw new ForeignThreadError()
    return this.serde.loadsTyped(type, bytes)
  }

  async #json(value: unknown): Promise<string> {
    const [, bytes] = await this.serde.dumpsTyped(value)
    return new TextDecoder().decode(bytes)
  }
}

/** What is kept of a step that is no result of it. */
const notes = [...Object.keys(WRITES_IDX_MAP), '__error_source_node__']

/**
 * Without the questions of steps that went on after their answer and are done, while others of the
 * same checkpoint still wait: the library would show them as open.
 */
function withoutAnswered(writes: StoredWrite[]): StoredWrite[] {
  const results = writes.filter(({ channel }) => !notes.includes(channel))
  const done = new Set(results.map(({ task_id }) => task_id))
  return writes.filter(({ channel, task_id }) => channel !== '__interrupt__' || !done.has(task_id))
}
