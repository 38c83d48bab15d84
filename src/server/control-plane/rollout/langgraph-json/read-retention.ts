import * as z from 'zod/mini'
import type { ProjectRetention } from '../../../cluster/retention.ts'
import { faulty } from './faulty.ts'

const minutes = z.number().check(z.gt(0), z.lte(5_256_000))
/** When it is looked for is the server's to say, and how much of it at once. */
const sweeps = { sweep_interval_minutes: z.nullish(z.number()) }

const ThreadsTtl = z.strictObject({
  ...sweeps,
  sweep_limit: z.nullish(z.number()),
  strategy: z.optional(z.enum(['delete', 'keep_latest'])),
  default_ttl: z.nullish(minutes),
})
const ItemsTtl = z.strictObject({
  ...sweeps,
  default_ttl: z.nullish(minutes),
  refresh_on_read: z.optional(z.boolean()),
})

/** Reads `checkpointer.ttl` and `store.ttl`. Throws a RolloutFailure (CREATE_FAILED) that names what is wrong. */
export function readRetention(
  config: Record<string, unknown>,
  configPath: string,
): ProjectRetention | null {
  const ttlOf = (key: string) => (Object(config[key]) as { ttl?: unknown }).ttl
  const [ofThreads, ofItems] = [ttlOf('checkpointer') || {}, ttlOf('store') || {}]
  const threads = ThreadsTtl.safeParse(ofThreads)
  if (!threads.success) {
    throw faulty('checkpointer.ttl', ofThreads, threads.error.issues, configPath)
  }
  const items = ItemsTtl.safeParse(ofItems)
  if (!items.success) throw faulty('store.ttl', ofItems, items.error.issues, configPath)
  const { default_ttl: ttl, strategy } = threads.data
  const { default_ttl, refresh_on_read } = items.data
  const kept = {
    ...(default_ttl ? { default_ttl } : {}),
    ...(refresh_on_read === undefined ? {} : { refresh_on_read }),
  }
  if (!ttl && Object.keys(kept).length === 0) return null
  return { ...(ttl ? { threads: { ttl, strategy: strategy ?? 'delete' } } : {}), items: kept }
}
