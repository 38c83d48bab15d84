import { first, type Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { checkSameRequest, hashOfRequest, type RequestKey } from '../http/request-key.ts'
import type { RunRow } from './run-row.ts'
import { findRun } from './run-store/run-store.ts'

/** What a request has made: a run, or a thread alone. */
interface Made {
  thread_id: string
  run_id: string | null
}

/**
 * Takes a key within the transaction that makes something, or answers what it has made. Whoever comes with the same
 * key meanwhile waits for that transaction. Throws 422 where another request has the key.
 */
export async function takeKey(
  tx: Queryable,
  deploymentId: string,
  key: RequestKey,
  body: unknown,
  now: Date,
): Promise<Made | null> {
  const taken = await tx.query(
    `insert into request_keys (deployment_id, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning key`,
    [deploymentId, key.key, hashOfRequest(key, body), now],
  )
  return taken.length > 0 ? null : findMade(tx, deploymentId, key, body)
}

/** The run that a request has made before, or null. Throws as `takeKey`, and 409 where it is not there any more. */
export async function findMadeRun(
  db: Queryable,
  deploymentId: string,
  key: RequestKey,
): Promise<RunRow | null> {
  const made = await findMade(db, deploymentId, key)
  return made && runMadeBy(db, deploymentId, made)
}

async function findMade(
  db: Queryable,
  deploymentId: string,
  key: RequestKey,
  body?: unknown,
): Promise<Made | null> {
  const before = first(
    await db.query<Made & { request_hash: string }>(
      'select request_hash, thread_id, run_id from request_keys where deployment_id = $1 and key = $2',
      [deploymentId, key.key],
    ),
  )
  if (!before) return null
  checkSameRequest(before.request_hash, hashOfRequest(key, body))
  return before
}

/** Throws 409 where the run that a request has made is not there any more. */
export async function runMadeBy(
  db: Queryable,
  deployment_id: string,
  { thread_id, run_id }: Made,
): Promise<RunRow> {
  const run = run_id && (await findRun(db, { deployment_id, thread_id, run_id }))
  if (run) return run
  throw new HttpError(409, 'The run that this request has made is not there any more.')
}

/** Records what a key has made. */
export async function recordKey(
  tx: Queryable,
  deploymentId: string,
  { key }: RequestKey,
  { thread_id, run_id }: Made,
): Promise<void> {
  await tx.query(
    'update request_keys set thread_id = $3, run_id = $4 where deployment_id = $1 and key = $2',
    [deploymentId, key, thread_id, run_id],
  )
}

/** Forgets keys that were taken before a moment. */
export async function deleteOldRequestKeys(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from request_keys where created_at < $1', [before])
}
