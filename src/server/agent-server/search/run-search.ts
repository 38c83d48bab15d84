import { isActive } from '../../../contract/agent-server/runs.ts'
import { namesSession } from '../../../contract/qa/session-mark.ts'
import { mostCounted } from '../../../contract/search/counted.ts'
import type { FoundRun, RunSearch, RunSearchResponse } from '../../../contract/search/run-search.ts'
import { type Database, first, type Queryable } from '../../db/database.ts'
import { exceptMadeBy, ofSession } from '../../session-rows.ts'
import type { Prices } from '../../usage/prices.ts'
import { type Narrowed, narrowCondition } from '../access/narrowed.ts'
import { type PublicRow, publicRun } from '../run-row.ts'
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
import type { RunListeners } from '../streams/log/run-listeners.ts'
import { isUnderWay } from '../threads/held-runs.ts'
import { withUsage } from '../usage/usage-routes.ts'

/** SQL that answers the ids of the runs with such a vote: votes are another part's. */
export type VotedRuns = (vote: 'up' | 'down' | 'any') => string

/** What the conditions of a search go by beside what is asked. */
export interface ConditionTools {
  votedRuns: VotedRuns
  now: Date
  /** Deployments whose runs are found only where they are named. */
  hidden?: readonly string[] | undefined
  /** Deployments of which only the runs of some threads are found. */
  narrowed?: readonly Narrowed[]
}

interface SearchTools extends ConditionTools {
  listeners: Pick<RunListeners, 'of'>
  prices: () => Prices
}

/**
 * A page of runs, and how many there are. Rejects with 422 for a cursor of another search. Conditions are only those
 * that were asked for, so that each finds its index.
 */
export function searchRuns(
  database: Database,
  search: RunSearch,
  tools: SearchTools,
): Promise<RunSearchResponse> {
  return database.transaction(async (tx) => {
    // How many runs hold a word or a value of metadata is a guess, by which reading all of them may seem cheaper.
    await tx.query('set local enable_seqscan = off')
    return readPage(tx, search, tools)
  })
}

async function readPage(
  tx: Queryable,
  search: RunSearch,
  tools: SearchTools,
): Promise<RunSearchResponse> {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const conditions = conditionsOf(search, param, tools)
  const direction = search.sort_order ?? 'desc'
  const { key, type } = sortKey(search)
  const most = search.count_to ?? mostCounted
  const count = await countRuns(tx, conditions, params, most)

  if (search.cursor) {
    const [at, position] = readCursor(search.cursor, orderOf(search), cursorParts)
    const than = direction === 'desc' ? '<' : '>'
    conditions.push(
      `(${key}, position) ${than} (${param(at)}::${type}, ${param(position)}::bigint)`,
    )
  }
  const limit = search.limit ?? 50
  // Few, all of which were counted, are read before they are sorted: to walk along the order until enough are met would be to walk past nearly all.
  const matching = `select ${columns}, position, ${key} as sort_at from runs
    where ${conditions.join(' and ') || 'true'}`
  const rows = await tx.query<FoundRow>(
    `select found.*, found.sort_at::text as sort_key, ${needsYou} as needs_you, ${isAtBreak} as is_at_break,
       t.metadata as thread_metadata, t.summary as thread_summary
     from (
       ${count > Math.min(most, mostSorted) ? matching : `with few as materialized (${matching}) select * from few`}
       order by sort_at ${direction}, position ${direction} limit ${param(limit + 1)}
     ) found join threads t on t.thread_id = found.thread_id
     order by found.sort_at ${direction}, found.position ${direction}`,
    params,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const found = page
    .map(wireFound)
    .map((run) => (isActive(run) ? { ...run, listeners: tools.listeners.of(run.run_id) } : run))
  return {
    runs: await withUsage(tx, found, tools.prices()),
    total: Math.min(count, most),
    is_total_capped: count > most,
    next_cursor: rows.length > limit && last ? cursorAfter(last, search) : null,
  }
}

/** What runs are sorted by, and its type. */
export function sortKey({ sort_by }: Pick<RunSearch, 'sort_by'>) {
  return sort_by === 'duration'
    ? { key: '(ended_at - started_at)', type: 'interval' }
    : { key: 'created_at', type: 'timestamptz' }
}

/** How many runs meet all conditions, or one more than are counted. */
export async function countRuns(
  tx: Queryable,
  conditions: readonly string[],
  params: readonly unknown[],
  most: number = mostCounted,
): Promise<number> {
  const counted = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from runs where ${conditions.join(' and ') || 'true'} limit ${most + 1}
     ) found`,
    [...params],
  )
  return first(counted)?.count ?? 0
}

type FoundRow = PublicRow & {
  deployment_id: string
  question: string | null
  answer: string | null
  needs_you: boolean
  is_at_break: boolean
  thread_metadata: Record<string, unknown>
  thread_summary: FoundRun['thread']['summary']
  position: string
  sort_key: string
}

const columns = `run_id, thread_id, deployment_id, assistant_id, graph_id, status, metadata,
  multitask_strategy, end_reason, error, replaced_by, revision_id, trace_id, scheduled_at, question, answer,
  created_at, updated_at, started_at, ended_at, start_number`

/** The thread waits with a question to a person. */
const isAsking = `t.status = 'interrupted' and jsonb_typeof(t.interrupts) = 'object'
  and t.interrupts <> '{}'`

/** Of a thread that waits nobody works on, and what is held has not begun: it rests as the run left it that began last. */
const isLast = `found.started_at is not null and not exists (select 1 from runs later
  where later.thread_id = found.thread_id and (
    (later.start_number > found.start_number and later.started_at is not null)
    or ${isUnderWay('later')}))`

/** Whether a found run left the question that its thread waits with. */
const needsYou = `(${isAsking} and found.status not in ('pending', 'running') and ${isLast})`

/** Whether a found run went as far as its break point, and its thread rests there. */
const isAtBreak = `(t.status = 'interrupted' and not (${isAsking}) and found.status = 'success' and ${isLast})`

/** What a run has to meet to be found. */
export function conditionsOf(
  search: Omit<RunSearch, 'limit' | 'cursor'>,
  param: Param,
  { votedRuns, now, hidden = [], narrowed = [] }: ConditionTools,
): string[] {
  const conditions: string[] = []
  const isAnyOf = (column: string, values: readonly string[] | null | undefined) => {
    if (values) conditions.push(idCondition(column, values, param))
  }
  const { deployment_id, with_previews } = search
  if (deployment_id) {
    conditions.push(deploymentCondition('', deployment_id, with_previews, param))
  } else if (!with_previews) {
    const others = hiddenCondition('deployment_id', hidden, param)
    if (others) conditions.push(others)
  }
  const isNamed =
    search.thread_id || namesSession(search.metadata) || beginsId(search.text?.trim() ?? '')
  if (!with_previews && !isNamed) conditions.push(`not ${ofSession('')}`)
  if (search.except_sessions) conditions.push(exceptMadeBy(param(search.except_sessions), ''))
  for (const one of narrowed) {
    const [onThread] = narrowCondition([one], param)
    conditions.push(`(deployment_id <> ${param(one.deployment_id)}::uuid or exists (
      select 1 from threads t where t.thread_id = runs.thread_id and ${onThread}))`)
  }
  isAnyOf('assistant_id', search.assistant_id)
  isAnyOf('revision_id', search.revision_id)
  isAnyOf('thread_id', search.thread_id)
  if (search.status) conditions.push(statusCondition(search, param))
  if (search.created_after) conditions.push(`created_at >= ${param(search.created_after)}`)
  if (search.created_before) conditions.push(`created_at < ${param(search.created_before)}`)
  if (typeof search.min_seconds === 'number') {
    const least = param(search.min_seconds)
    const since = param(new Date(now.getTime() - search.min_seconds * 1_000))
    conditions.push(
      `(ended_at - started_at >= make_interval(secs => ${least})
        or (status = 'running' and started_at <= ${since}))`,
    )
  }
  if (typeof search.max_seconds === 'number') {
    const most = param(search.max_seconds)
    conditions.push(`ended_at - started_at <= make_interval(secs => ${most})`)
  }
  for (const [name, value] of Object.entries(search.metadata ?? {})) {
    conditions.push(
      name === 'graph_id' && typeof value === 'string'
        ? `graph_id = ${param(value)}`
        : metadataCondition('metadata', name, value, param),
    )
  }
  if (search.vote) {
    conditions.push(`run_id in (${votedRuns(search.vote)})`)
  }
  if (search.text?.trim()) conditions.push(textCondition(search.text.trim(), param))
  // One that has not ended has none to be sorted by.
  if (search.sort_by === 'duration') conditions.push(`${sortKey(search).key} is not null`)
  return conditions
}

function statusCondition(
  search: Pick<RunSearch, 'status' | 'deployment_id' | 'with_previews'>,
  param: Param,
): string {
  const wanted = search.status ?? []
  const statuses = wanted.filter((status) => status !== 'needs_you' && status !== 'at_break')
  const lastOf = (rest: string) => {
    const here = search.deployment_id
      ? `and ${deploymentCondition('t.', search.deployment_id, search.with_previews, param)}`
      : ''
    // The last run of each thread that rests so: few threads do.
    return `select last.run_id from threads t cross join lateral (
        select r.run_id, r.status from runs r where r.thread_id = t.thread_id
        and r.started_at is not null order by r.start_number desc limit 1
      ) last where t.status = 'interrupted' and ${rest} ${here}
      and not exists (select 1 from runs r where r.thread_id = t.thread_id and ${isUnderWay('r')})`
  }
  // Written out, so that the index of those that are no success is found.
  const written = statuses.map((status) => `'${status}'`).join(', ')
  const hasSucceeded = "last.status = 'success'"
  // What waits for somebody has succeeded, says its status. Many threads rest where they were stopped: those do not count.
  const waits = statuses.includes('success')
    ? `and not (status = 'success' and run_id in (${lastOf(hasSucceeded)}))`
    : ''
  const conditions: string[] = []
  if (wanted.includes('needs_you')) conditions.push(`run_id = any(array(${lastOf(isAsking)}))`)
  if (wanted.includes('at_break')) {
    const rest = `${hasSucceeded} and not (${isAsking})`
    conditions.push(`run_id = any(array(${lastOf(rest)}))`)
  }
  if (written !== '') conditions.unshift(`(status in (${written}) ${waits})`)
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`
}

function textCondition(text: string, param: Param): string {
  const words = wordQuery(text)
  const found = words === null ? [] : [`words @@ ${param(words)}::tsquery`]
  found.push(...idsThatBegin(text, ['run_id', 'thread_id'], param))
  // Signs alone are no words of any run.
  return found.length > 0 ? `(${found.join(' or ')})` : 'false'
}

/** Where a page ended: the value that it is sorted by, and the order of creation among equals. */
function cursorAfter(row: FoundRow, search: RunSearch): string {
  const at = search.sort_by === 'duration' ? row.sort_key : row.created_at.toISOString()
  return writeCursor(orderOf(search), [at, row.position])
}

const cursorParts = [/^[\d:.TZ -]+( days? [\d:.-]+)?$/, /^\d{1,18}$/] as const

const orderOf = ({ sort_by, sort_order }: RunSearch) =>
  `${sort_by ?? 'created_at'} ${sort_order ?? 'desc'}`

function wireFound(row: FoundRow): FoundRun {
  const { question, answer, needs_you, is_at_break, thread_metadata, thread_summary } = row
  const { thread_id } = row
  const thread = { thread_id, metadata: thread_metadata, summary: thread_summary }
  return {
    ...publicRun(row),
    deployment_id: row.deployment_id,
    question,
    answer,
    needs_you,
    ...(is_at_break && { is_at_break }),
    thread,
  }
}
