import { parsePath, valueAt } from '../../../contract/agent-server/extract-path.ts'
import type { Thread } from '../../../contract/agent-server/threads.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import { exceptMadeBy, ofSession } from '../../session-rows.ts'
import { type AuthFilter, filterCondition } from '../access/auth-filter.ts'
import { metadataColumn } from '../thread-metadata.ts'
import { columns, statusColumn, type ThreadRow, wireThread } from './thread-store.ts'

interface ThreadFilter {
  ids?: string[] | null | undefined
  metadata?: object | null | undefined
  values?: object | null | undefined
  status?: string | null | undefined
  without_sessions?: boolean | null | undefined
  except_sessions?: readonly string[] | null | undefined
  /** What the project's own authorization lets through. */
  allowed?: AuthFilter | null
}

interface ThreadSearch extends ThreadFilter {
  limit: number
  offset: number
  sort_by: 'thread_id' | 'status' | 'created_at' | 'updated_at' | 'state_updated_at'
  sort_order: 'asc' | 'desc'
  select?: readonly string[] | null | undefined
  /** Paths by name. */
  extract?: Record<string, string> | null | undefined
}

/** A page of threads, and how many there are in all. */
export async function searchThreads(
  db: Queryable,
  deploymentId: string,
  search: ThreadSearch,
): Promise<{ threads: Partial<Thread>[]; total: number }> {
  const { select, extract } = search
  const { matches, params } = conditionsOf(deploymentId, search)
  const order = orderColumns[search.sort_by]
  const rows = await db.query<ThreadRow>(
    `select ${columns(extract ? null : select)} from threads t where ${matches}
     order by ${order} ${search.sort_order}, t.thread_id ${search.sort_order}
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, search.limit, search.offset],
  )
  const threads = rows.map((row) => {
    const thread = wireThread(row)
    const shown = selected(thread, select)
    return extract ? { ...shown, extracted: extracted(thread, extract) } : shown
  })
  return { threads, total: await countThreads(db, deploymentId, search) }
}

const orderColumns = {
  thread_id: 't.thread_id',
  status: 'status',
  created_at: 't.created_at',
  updated_at: 't.updated_at',
  state_updated_at: 'coalesce(t.state_updated_at, t.created_at)',
}

function extracted(thread: Thread, paths: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, valueAt(thread, parsePath(path) ?? [])]),
  )
}

export async function countThreads(
  db: Queryable,
  deploymentId: string,
  filter: ThreadFilter,
): Promise<number> {
  const { matches, params } = conditionsOf(deploymentId, filter)
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from threads t where ${matches}`,
    params,
  )
  return first(count)?.total ?? 0
}

/** Threads that were made for one run are nobody's. */
const matches = `t.deployment_id = $1 and not t.is_temporary
  and ($2::uuid[] is null or t.thread_id = any($2::uuid[]))
  and ($3::jsonb is null or ${metadataColumn} @> $3::jsonb)
  and ($4::jsonb is null or t."values" @> $4::jsonb)
  and ($5::text is null or ${statusColumn} = $5)`

function conditionsOf(deploymentId: string, filter: ThreadFilter) {
  const { ids, metadata, values, status, without_sessions, except_sessions, allowed } = filter
  const params: unknown[] = [
    deploymentId,
    ids ?? null,
    jsonb(metadata),
    // What filters nothing also lets those through that never ran, which have no values.
    jsonb(values && Object.keys(values).length > 0 ? values : null),
    status ?? null,
  ]
  const param = (one: unknown) => `$${params.push(one)}`
  const conditions = [matches]
  if (without_sessions) conditions.push(`not ${ofSession('t.')}`)
  if (except_sessions) conditions.push(exceptMadeBy(param(except_sessions), 't.'))
  conditions.push(filterCondition(metadataColumn, allowed ?? {}, param))
  return { matches: conditions.join(' and '), params }
}

/** Whether a thread is one that the project's own authorization lets through. */
export async function matchesFilter(
  db: Queryable,
  threadId: string,
  allowed: AuthFilter | null,
): Promise<boolean> {
  if (!allowed) return true
  const params: unknown[] = [threadId]
  const condition = filterCondition(metadataColumn, allowed, (one) => `$${params.push(one)}`)
  const rows = await db.query(
    `select 1 from threads t where t.thread_id = $1 and ${condition}`,
    params,
  )
  return rows.length > 0
}

function selected(thread: Thread, select: readonly string[] | null | undefined): Partial<Thread> {
  if (!select) return thread
  return Object.fromEntries(Object.entries(thread).filter(([name]) => select.includes(name)))
}
