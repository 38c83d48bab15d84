import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

const Stored = z.looseObject({ count: z.number(), bytes: z.number() })

/** How many bytes the checkpoints of a thread take, as they are stored (published). */
const ThreadStorage = z.looseObject({
  thread_id: z.string(),
  /** Of the three below. */
  total_bytes: z.number(),
  /** Those of subgraphs too, with their metadata. */
  checkpoints: Stored,
  /** Each version of each value; a value that a step leaves as it was is not stored again. */
  channel_values: z.extend(Stored, {
    by_channel: z.record(z.string(), z.looseObject({ versions: z.number(), bytes: z.number() })),
  }),
  /** What tasks wrote. */
  pending_writes: Stored,
})
export type ThreadStorage = z.infer<typeof ThreadStorage>

export const getThreadStorage = endpoint({
  name: 'getThreadStorage',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/storage',
  role: 'viewer',
  isAudited: false,
  params: z.object({ thread_id: id }),
  response: ThreadStorage,
})
