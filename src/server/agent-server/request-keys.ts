import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { writeJson } from '../../contract/exact-json.ts'
import { first, type Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { findRun, type RunRow } from './runs/run-store.ts'

/** What a client calls its request, so that sending it again after no answer makes nothing twice. */
export interface RequestKey {
  /** Its header `Idempotency-Key`. */
  key: string
  /** Where it was sent: the same body for another thread is another request. */
  path: string
  /** What was asked, where that is not the body of the run that it makes. */
  request?: unknown
}

/** The key of a request, if it has one; of one among several that a request asks for, with its `place`. Throws 422 for what is none. */
export function requestKeyOf(context: Context, place = ''): RequestKey | undefined {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return { key: key + place, path: context.req.path }
  const msg = 'Write 1 to 200 visible characters without spaces.'
  throw new HttpError(422, [{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }])
}

/**
 * Takes a key within the transaction that makes its run, or answers the run that it has made. Whoever comes
 * with the same key meanwhile waits for that transaction. Throws 422 where another request has the key, and
 * 409 where its run is not there any more.
 */
export async function takeRequestKey(
  tx: Queryable,
  deploymentId: string,
  key: RequestKey,
  body: unknown,
  now: Date,
): Promise<RunRow | null> {
  const taken = await tx.query(
    `insert into request_keys (deployment_id, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning key`,
    [deploymentId, key.key, hashOf(key, body), now],
  )
  return taken.length > 0 ? null : findMadeRun(tx, deploymentId, key, body)
}

/** The run that a request has made before, or null. Throws as `takeRequestKey`. */
export async function findMadeRun(
  db: Queryable,
  deploymentId: string,
  key: RequestKey,
  body?: unknown,
): Promise<RunRow | null> {
  const before = first(
    await db.query<{ request_hash: string; thread_id: string; run_id: string }>(
      'select request_hash, thread_id, run_id from request_keys where deployment_id = $1 and key = $2',
      [deploymentId, key.key],
    ),
  )
  if (!before) return null
  if (before.request_hash !== hashOf(key, body)) {
    throw new HttpError(422, [
      {
        loc: ['header', 'Idempotency-Key'],
        msg: 'Another request has had this key. Give each request a key of its own.',
        type: 'value_error',
      },
    ])
  }
  const run = await findRun(db, { deployment_id: deploymentId, ...before })
  if (run) return run
  throw new HttpError(409, 'The run that this request has made is not there any more.')
}

function hashOf({ path, request }: RequestKey, body: unknown): string {
  return createHash('sha256')
    .update(writeJson([path, request ?? body]))
    .digest('hex')
}

/** Records what a key has made. */
export async function recordRequestKey(
  tx: Queryable,
  { key }: RequestKey,
  run: Pick<RunRow, 'deployment_id' | 'thread_id' | 'run_id'>,
): Promise<void> {
  await tx.query(
    'update request_keys set thread_id = $3, run_id = $4 where deployment_id = $1 and key = $2',
    [run.deployment_id, key, run.thread_id, run.run_id],
  )
}

/** Forgets keys that were taken before a moment. */
export async function deleteOldRequestKeys(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from request_keys where created_at < $1', [before])
}
