import type { Deletion, DeletionKind } from '../../contract/gateway/deletions.ts'
import { isAlive } from '../cluster/server-store.ts'
import { first, type Queryable } from '../db/database.ts'

export interface DeletionRow {
  id: string
  kind: DeletionKind
  connection_id: string | null
  deployment_id: string | null
  subject_id: string
  asked_by: string | null
  asked_at: Date
  due_at: Date
  tries: number
}

const columns =
  'id, kind, connection_id, deployment_id, subject_id, asked_by, asked_at, due_at, tries'

/** Keeps that something is to be deleted; what was asked before stays as it was, unless it is done. */
export async function keepDeletion(
  db: Queryable,
  row: Omit<DeletionRow, 'tries'>,
): Promise<DeletionRow> {
  await db.query('delete from deletions where subject_id = $1 and done_at is not null', [
    row.subject_id,
  ])
  await db.query(
    `insert into deletions (id, kind, connection_id, deployment_id, subject_id, asked_by, asked_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (subject_id) do nothing`,
    [
      row.id,
      row.kind,
      row.connection_id,
      row.deployment_id,
      row.subject_id,
      row.asked_by,
      row.asked_at,
      row.due_at,
    ],
  )
  const kept = await db.query<DeletionRow>(
    `select ${columns} from deletions where subject_id = $1`,
    [row.subject_id],
  )
  return first(kept) ?? { ...row, tries: 0 }
}

export function listDeletionRows(db: Queryable): Promise<DeletionRow[]> {
  return db.query<DeletionRow>(`select ${columns} from deletions order by due_at, id`)
}

/** Brings something back that nobody deletes yet. */
export async function undo(db: Queryable, id: string): Promise<DeletionRow | undefined> {
  return first(
    await db.query<DeletionRow>(
      `delete from deletions where id = $1 and claimed_by is null returning ${columns}`,
      [id],
    ),
  )
}

/** Takes one whose time has come, also what a process that is gone had taken. From now on it is too late to bring it back. */
export async function claimDue(
  db: Queryable,
  serverId: string,
  now: Date,
): Promise<DeletionRow | undefined> {
  return first(
    await db.query<DeletionRow>(
      `update deletions set claimed_by = $1 where id = (
         select d.id from deletions d where d.due_at <= $2 and d.done_at is null
           and (d.claimed_by is null or not ${isAlive('d.claimed_by')})
         order by d.due_at limit 1 for update skip locked
       ) returning ${columns}`,
      [serverId, now],
    ),
  )
}

/** It is deleted. */
export async function settleDeletion(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query('update deletions set done_at = $2 where id = $1', [id, now])
}

/** Nobody needs to be told any more of what was deleted before. */
export async function dropDone(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from deletions where done_at < $1', [before])
}

/** It is given up. */
export async function forgetDeletion(db: Queryable, id: string): Promise<void> {
  await db.query('delete from deletions where id = $1', [id])
}

/** Its server could not be asked. Until it is tried again it can be brought back. */
export async function postpone(db: Queryable, id: string, until: Date): Promise<void> {
  await db.query(
    'update deletions set claimed_by = null, tries = tries + 1, due_at = $2 where id = $1',
    [id, until],
  )
}

/** SQL that is true for what was deleted and may be there all the same; `id` is a column of its table. */
export function isGoing(id: string): string {
  return `exists (select 1 from deletions going where going.subject_id = ${id} and going.done_at is null)`
}

export async function isGoingNow(db: Queryable, subjectId: string): Promise<boolean> {
  const rows = await db.query('select 1 from deletions where subject_id = $1 and done_at is null', [
    subjectId,
  ])
  return rows.length > 0
}

export function present(row: DeletionRow): Deletion {
  const { asked_at: _, tries: _tries, due_at, ...told } = row
  return { ...told, due_at: due_at.toISOString() }
}
