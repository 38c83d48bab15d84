import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/** How long something that was deleted in the console can be brought back. */
export const graceMs = 30_000

export const deletionKinds = ['thread', 'suite', 'session', 'embed'] as const
export type DeletionKind = (typeof deletionKinds)[number]

/** Something that was deleted, and is gone from `due_at` on. */
const Deletion = z.looseObject({
  id: z.string(),
  /** One of `deletionKinds`. */
  kind: z.string(),
  /** Of a thread; null for what is the console's own. */
  connection_id: z.nullable(z.string()),
  deployment_id: z.nullable(z.string()),
  subject_id: z.string(),
  asked_by: z.nullable(z.string()),
  due_at: z.string(),
})
export type Deletion = z.infer<typeof Deletion>

/**
 * Deletes something `graceMs` from now: through this gateway it is gone at once, and whoever asks for it gets 404, but
 * until then it can be brought back. Then it is deleted as by its own endpoint, whether or not anybody still looks.
 * 202; asking twice is asking once. 404 for what is not there, 409 for a session that runs.
 */
export const createDeletion = endpoint({
  name: 'createDeletion',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/deletions',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({
    kind: z.enum(deletionKinds),
    subject_id: id,
    /** Both of a thread. */
    connection_id: z.nullish(z.string()),
    deployment_id: z.nullish(z.string()),
  }),
  response: Deletion,
})

/** Those that can still be brought back, are being carried out, or were in the last minute. */
export const listDeletions = endpoint({
  name: 'listDeletions',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/deletions',
  role: 'viewer',
  isAudited: false,
  response: z.array(Deletion),
})

/** Brings it back, as it was. 204; 409 once it is too late. */
export const undoDeletion = endpoint({
  name: 'undoDeletion',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/deletions/{deletion_id}/undo',
  role: 'operator',
  isAudited: true,
  params: z.object({ deletion_id: id }),
})
