import { namesSession } from '../../../contract/qa/session-mark.ts'
import { mostCounted } from '../../../contract/search/counted.ts'
import type { ThreadFind, ThreadFindResponse } from '../../../contract/search/thread-search.ts'
import { type Database, first, type Queryable } from '../../db/database.ts'
import { exceptMadeBy, ofSession } from '../../session-rows.ts'
import { type Narrowed, narrowCondition } from '../access/narrowed.ts'
import { wordQuery } from '../run-words.ts'
import {
  beginsId,
  deploymentCondition,
  hiddenCondition,
  idCondition,
  idsThatBegin,
  metadataCondition,
  mostSorted,
  type Param,
  readCursor,
  writeCursor,
} from '../search-parts.ts'
import { isUnderWay } from '../threads/held-runs.ts'
import { columns, type ThreadRow, wireThread } from '../threads/thread-store.ts'

/** Of so many runs that have the words, and threads that have the title, the newest, threads are found. */
const mostMatches = 5_000
const shown = ['thread_id', 'metadata', 'status', 'interrupts', 'summary']

interface FindBounds {
  /** Deployments whose threads are found only where they are named. */
  hidden?: readonly string[] | undefined
  /** Deployments of which only some threads are found. */
  narrowed?: readonly Narrowed[]
}

/** A page of threads, and how many there are. Rejects with 422 for a cursor of another search. */
export function findThreads(
  database: Database,
  find: ThreadFind,
  bounds: FindBounds = {},
): Promise<ThreadFindResponse> {
  return database.transaction(async (tx) => {
    // As for runs: how many hold a value is a guess, by which reading all of them may seem cheaper.
    await tx.query('set local enable_seqscan = off')
    return readPage(tx, find, bounds)
  })
}

async function readPage(
  tx: Queryable,
  find: ThreadFind,
  bounds: FindBounds,
): Promise<ThreadFindResponse> {
  const params: unknown[] = []
  const param: Param = (value) => `$${params.push(value)}`
  const conditions = conditionsOf(find, bounds, param)
  const most = find.count_to ?? mostCounted
  const counted = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from threads t where ${conditions.join(' and ')} limit ${most + 1}
     ) found`,
    [...params],
  )
  const count = first(counted)?.count ?? 0
  const key = find.sort_by === 'created_at' ? 't.created_at' : 't.updated_at'
  const direction = find.sort_order ?? 'desc'
  if (find.cursor) {
    const [at, id] = readCursor(find.cursor, orderOf(find), cursorParts)
    const than = direction === 'desc' ? '<' : '>'
    conditions.push(`(${key}, t.thread_id) ${than} (${param(at)}::timestamptz, ${param(id)}::uuid)`)
  }
  const limit = find.limit ?? 50
  const where = conditions.join(' and ')
  // Few are found before they are sorted, see `searchRuns`; the rest is read only of those on the page.
  const isFew = count <= Math.min(most, mostSorted)
  const rows = await tx.query<FoundRow>(
    `${isFew ? `with few as materialized (select t.thread_id from threads t where ${where})` : ''}
     select t.deployment_id, ${columns(shown)} from threads t
     where ${isFew ? 't.thread_id in (select thread_id from few)' : where}
     order by ${key} ${direction}, t.thread_id ${direction} limit ${param(limit + 1)}`,
    params,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    threads: page.map((row) => ({ ...wireThread(row), deployment_id: row.deployment_id })),
    total: Math.min(count, most),
    is_total_capped: count > most,
    next_cursor: rows.length > limit && last ? cursorAfter(last, find) : null,
  }
}

type FoundRow = ThreadRow & { deployment_id: string }

function conditionsOf(
  find: ThreadFind,
  { hidden = [], narrowed = [] }: FindBounds,
  param: Param,
): string[] {
  const conditions = ['not t.is_temporary', ...narrowCondition(narrowed, param)]
  if (find.deployment_id) {
    conditions.push(deploymentCondition('t.', find.deployment_id, find.with_previews, param))
  } else if (!find.with_previews) {
    const others = hiddenCondition('t.deployment_id', hidden, param)
    if (others) conditions.push(others)
  }
  const isNamed = namesSession(find.metadata) || beginsId(find.text?.trim() ?? '')
  if (!find.with_previews && !isNamed) conditions.push(`not ${ofSession('t.')}`)
  if (find.except_sessions) conditions.push(exceptMadeBy(param(find.except_sessions), 't.'))
  if (find.assistant_id) conditions.push(idCondition('t.assistant_id', find.assistant_id, param))
  if (find.status) conditions.push(statusCondition(find.status))
  if (find.updated_after) conditions.push(`t.updated_at >= ${param(find.updated_after)}`)
  if (find.updated_before) conditions.push(`t.updated_at < ${param(find.updated_before)}`)
  for (const [name, value] of Object.entries(find.metadata ?? {})) {
    conditions.push(
      name === 'graph_id' && typeof value === 'string'
        ? `t.graph_id = ${param(value)}`
        : metadataCondition('t.metadata', name, value, param),
    )
  }
  if (find.text?.trim()) conditions.push(textCondition(find.text.trim(), param))
  return conditions
}

/** A thread is busy while a run of it waits or works, whatever the one before left. */
const isBusy = `t.thread_id = any(array(
  select r.thread_id from runs r where ${isUnderWay('r')}))`

function statusCondition(statuses: NonNullable<ThreadFind['status']>): string {
  const alternatives = statuses.map((status) => {
    if (status === 'busy') return isBusy
    if (status !== 'needs_you') return `(t.status = '${status}' and not ${isBusy})`
    return `(t.status = 'interrupted' and jsonb_typeof(t.interrupts) = 'object'
      and t.interrupts <> '{}' and not ${isBusy})`
  })
  return `(${alternatives.join(' or ') || 'false'})`
}

function textCondition(text: string, param: Param): string {
  const words = wordQuery(text)
  const ofRuns = words === null ? [] : [`words @@ ${param(words)}::tsquery`]
  ofRuns.push(...idsThatBegin(text, ['run_id', 'thread_id'], param))
  // A title is set by hand, and is no word of any run; few threads have one.
  const part = param(`%${text.replaceAll(/[%_\\]/g, '\\$&')}%`)
  const titled = `t.thread_id = any(array(select thread_id from threads
    where metadata ->> 'title' is not null and metadata ->> 'title' ilike ${part}
    order by updated_at desc limit ${mostMatches}))`
  const alternatives = [titled, ...idsThatBegin(text, ['t.thread_id'], param)]
  if (ofRuns.length > 0) {
    alternatives.push(`t.thread_id = any(array(select thread_id from runs
      where ${ofRuns.join(' or ')} order by created_at desc limit ${mostMatches}))`)
  }
  return `(${alternatives.join(' or ')})`
}

function cursorAfter(row: FoundRow, find: ThreadFind): string {
  const at = find.sort_by === 'created_at' ? row.created_at : row.updated_at
  return writeCursor(orderOf(find), [at.toISOString(), row.thread_id])
}

const cursorParts = [/^[\d:.TZ-]+$/, /^[0-9a-f-]{36}$/] as const

const orderOf = ({ sort_by, sort_order }: ThreadFind) =>
  `${sort_by ?? 'updated_at'} ${sort_order ?? 'desc'}`
