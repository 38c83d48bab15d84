import { type DeltaChannelHistory, isDeltaSnapshot } from '@langchain/langgraph-checkpoint'
import type { SerializedValue, StoredCheckpoint } from '../protocol/checkpoint-calls.ts'

type Revive = (value: SerializedValue) => Promise<unknown>

/**
 * What channels are rebuilt from that keep what steps add, and only now and then the whole: of each the nearest whole
 * value among the checkpoints from `checkpointId` back, and what was written since, oldest first (the contract of
 * `BaseCheckpointSaver.getDeltaChannelHistory`). `ancestors` answers checkpoints along the path, newest first, with
 * what they have of the channels that are asked for; none where there is none.
 */
export async function readDeltaHistory(
  channels: readonly string[],
  checkpointId: string | null,
  ancestors: (checkpointId: string, channels: string[]) => Promise<StoredCheckpoint[]>,
  revive: Revive,
): Promise<Record<string, DeltaChannelHistory>> {
  const found = new Map<string, DeltaChannelHistory>(channels.map((name) => [name, { writes: [] }]))
  const open = new Set(channels)
  for (let next = checkpointId; next !== null && open.size > 0; ) {
    const page = await ancestors(next, [...open])
    for (const stored of page) {
      for (const write of stored.writes.toReversed()) {
        const { task_id, channel } = write
        if (open.has(channel)) {
          found.get(channel)?.writes.push([task_id, channel, await revive(write)])
        }
      }
      for (const blob of stored.blobs) {
        const history = open.delete(blob.channel) && found.get(blob.channel)
        if (history) history.seed = await revive(blob)
      }
    }
    next = page.at(-1)?.parent_checkpoint_id ?? null
  }
  for (const { writes } of found.values()) writes.reverse()
  return Object.fromEntries(found)
}

/** All that channels have of such a history: what was kept as a whole, and what was added. */
export function keptIn(histories: Record<string, DeltaChannelHistory>): Record<string, unknown[]> {
  const kept = Object.entries(histories).map(([channel, { seed, writes }]) => [
    channel,
    [isDeltaSnapshot(seed) ? seed.value : seed, ...writes.map(([, , value]) => value)].flat(),
  ])
  return Object.fromEntries(kept)
}
