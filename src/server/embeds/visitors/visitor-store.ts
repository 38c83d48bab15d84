import { randomUUID } from 'node:crypto'
import type { VisitorAttributes } from '../../../contract/embeds/visitor-attributes.ts'
import type { VisitorThread } from '../../../contract/embeds/visitors.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { first, type Queryable } from '../../db/database.ts'

export interface VisitorRow {
  id: string
  embed_id: string
  user_id: string | null
  epoch: number
  consented_at: Date | null
  /** As the site's own server signed them. */
  attributes: VisitorAttributes
  /** As the page says. */
  unverified_attributes: VisitorAttributes
}

const visitorColumns =
  'id, embed_id, user_id, epoch, consented_at, attributes, unverified_attributes'

export async function insertVisitor(db: Queryable, embedId: string, now: Date) {
  const rows = await db.query<VisitorRow>(
    `insert into embed_visitors (id, embed_id, created_at, last_seen_at)
     values ($1, $2, $3, $3) returning ${visitorColumns}`,
    [randomUUID(), embedId, now.toISOString()],
  )
  return first(rows) as VisitorRow
}

/** The visitor that the host calls by this id; made at the first time. */
export async function visitorOfUser(db: Queryable, embedId: string, userId: string, now: Date) {
  const rows = await db.query<VisitorRow>(
    `insert into embed_visitors (id, embed_id, user_id, created_at, last_seen_at)
     values ($1, $2, $3, $4, $4)
     on conflict (embed_id, user_id) do update set last_seen_at = excluded.last_seen_at
     returning ${visitorColumns}`,
    [randomUUID(), embedId, userId, now.toISOString()],
  )
  return first(rows) as VisitorRow
}

export async function findVisitor(db: Queryable, id: string, now: Date) {
  const sql = `update embed_visitors set last_seen_at = $2 where id = $1 returning ${visitorColumns}`
  return first(await db.query<VisitorRow>(sql, [id, now.toISOString()]))
}

/** What is said of a visitor from now on; what is left out stays as it was. */
export async function writeAttributes(
  db: Queryable,
  visitorId: string,
  said: { signed?: VisitorAttributes | undefined; unsigned?: VisitorAttributes | undefined },
): Promise<void> {
  const json = (attributes: VisitorAttributes | undefined) =>
    attributes === undefined ? null : writeJson(attributes)
  await db.query(
    `update embed_visitors set attributes = coalesce($2, attributes),
       unverified_attributes = coalesce($3, unverified_attributes) where id = $1`,
    [visitorId, json(said.signed), json(said.unsigned)],
  )
}

/** The first time counts. */
export async function recordConsent(db: Queryable, visitor: VisitorRow, now: Date): Promise<void> {
  const sql = 'update embed_visitors set consented_at = coalesce(consented_at, $2) where id = $1'
  await db.query(sql, [visitor.id, now.toISOString()])
}

export async function insertRenewal(db: Queryable, hash: string, visitorId: string, now: Date) {
  await db.query('insert into embed_renewals (hash, visitor_id, created_at) values ($1, $2, $3)', [
    hash,
    visitorId,
    now.toISOString(),
  ])
}

/** Marks a renewal as used; answers whose it is and when it was first used, if it was. */
export async function takeRenewal(tx: Queryable, hash: string, now: Date) {
  const rows = await tx.query<{ visitor_id: string; used_at: Date | null }>(
    'select visitor_id, used_at from embed_renewals where hash = $1 for update',
    [hash],
  )
  const found = first(rows)
  if (found && found.used_at === null) {
    const sql = 'update embed_renewals set used_at = $2 where hash = $1'
    await tx.query(sql, [hash, now.toISOString()])
  }
  return found
}

/** Ends every session of a visitor. */
export async function signOutVisitor(tx: Queryable, visitorId: string): Promise<void> {
  await tx.query('delete from embed_renewals where visitor_id = $1', [visitorId])
  await tx.query('update embed_visitors set epoch = epoch + 1 where id = $1', [visitorId])
}

export async function insertThread(
  db: Queryable,
  thread: { thread_id: string; visitor: VisitorRow; now: Date },
): Promise<void> {
  await db.query(
    `insert into embed_threads (thread_id, embed_id, visitor_id, created_at, updated_at)
     values ($1, $2, $3, $4, $4)`,
    [thread.thread_id, thread.visitor.embed_id, thread.visitor.id, thread.now.toISOString()],
  )
}

/** True when the thread is that visitor's own. */
export async function ownsThread(db: Queryable, visitor: VisitorRow, threadId: string) {
  const sql = 'select 1 as one from embed_threads where thread_id = $1 and visitor_id = $2'
  return (await db.query(sql, [threadId, visitor.id])).length > 0
}

export async function listThreads(db: Queryable, visitor: VisitorRow): Promise<VisitorThread[]> {
  const rows = await db.query<{
    thread_id: string
    title: string | null
    created_at: Date
    updated_at: Date
  }>(
    `select thread_id, title, created_at, updated_at from embed_threads
     where visitor_id = $1 order by updated_at desc, thread_id limit 50`,
    [visitor.id],
  )
  return rows.map((row) => ({
    thread_id: row.thread_id,
    title: row.title,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

/** The ids of all threads of a visitor. */
export async function allThreadIds(db: Queryable, visitorId: string): Promise<string[]> {
  const sql = 'select thread_id from embed_threads where visitor_id = $1'
  const rows = await db.query<{ thread_id: string }>(sql, [visitorId])
  return rows.map(({ thread_id }) => thread_id)
}

/** Something is sent on a thread; the first title counts. */
export async function recordMessage(
  db: Queryable,
  threadId: string,
  title: string | null,
  now: Date,
): Promise<void> {
  await db.query(
    'update embed_threads set updated_at = $2, title = coalesce(title, $3) where thread_id = $1',
    [threadId, now.toISOString(), title],
  )
}

/** What is to be deleted by age: threads without a message since `before`, a bounded number. */
export function staleThreads(db: Queryable, embedId: string, before: Date) {
  return db.query<{ thread_id: string }>(
    `select thread_id from embed_threads where embed_id = $1 and updated_at < $2
     order by updated_at limit 100`,
    [embedId, before.toISOString()],
  )
}

export async function forgetThread(db: Queryable, threadId: string): Promise<void> {
  await db.query('delete from embed_threads where thread_id = $1', [threadId])
}

/** Forgets a visitor with messages and votes. */
export async function deleteVisitor(tx: Queryable, visitorId: string): Promise<void> {
  await tx.query('delete from embed_messages where visitor_id = $1', [visitorId])
  await tx.query('delete from embed_votes where visitor_id = $1', [visitorId])
  await tx.query('delete from embed_visitors where id = $1', [visitorId])
}
