import { mostCounted } from '../../../contract/search/counted.ts'
import type { RunPlace, RunPlaceRequest } from '../../../contract/search/run-search.ts'
import { type Database, first, type Queryable } from '../../db/database.ts'
import { idCondition, mostSorted } from '../search-parts.ts'
import { type ConditionTools, conditionsOf, countRuns, sortKey } from './run-search.ts'

/** Which of the runs that a search finds a run is, and those beside it: for walking through a list without its pages. */
export function placeOfRun(
  database: Database,
  asked: RunPlaceRequest,
  tools: ConditionTools,
): Promise<RunPlace> {
  return database.transaction(async (tx) => {
    // As in a search.
    await tx.query('set local enable_seqscan = off')
    return readPlace(tx, asked, tools)
  })
}

async function readPlace(
  tx: Queryable,
  asked: RunPlaceRequest,
  tools: ConditionTools,
): Promise<RunPlace> {
  const params: unknown[] = []
  const param = (value: unknown) => `$${params.push(value)}`
  const conditions = conditionsOf(asked, param, tools)
  const total = await countRuns(tx, conditions, params)
  const found = {
    total: Math.min(total, mostCounted),
    is_total_capped: total > mostCounted,
    position: null,
    previous: null,
    next: null,
  }
  const { key, type } = sortKey(asked)
  const self = first(
    await tx.query<{ at: string | null; position: string }>(
      `select ${key}::text as at, position::text from runs where run_id = $1`,
      [asked.run_id],
    ),
  )
  if (!self?.at) return found

  const isItself = idCondition('run_id', [asked.run_id], param)
  const isFound = (await countRuns(tx, [...conditions, isItself], params)) > 0
  // What stands beside it is told by the order alone.
  params.pop()
  const at = `(${param(self.at)}::${type}, ${param(self.position)}::bigint)`
  const isDown = (asked.sort_order ?? 'desc') === 'desc'
  const side = (sign: '<' | '>') => [...conditions, `(${key}, position) ${sign} ${at}`]
  const nearest = async (sign: '<' | '>') => {
    const direction = sign === '<' ? 'desc' : 'asc'
    const matching = `select run_id, thread_id, deployment_id, ${key} as sort_at, position from runs
      where ${side(sign).join(' and ')}`
    // Few are read before they are sorted, as in a search.
    const from = total > mostSorted ? `(${matching})` : 'few'
    const few = total > mostSorted ? '' : `with few as materialized (${matching})`
    const rows = await tx.query<NonNullable<RunPlace['next']>>(
      `${few} select run_id, thread_id, deployment_id from ${from} found
       order by sort_at ${direction}, position ${direction} limit 1`,
      params,
    )
    return first(rows) ?? null
  }
  const [earlier, later] = isDown ? (['>', '<'] as const) : (['<', '>'] as const)
  const before = await countRuns(tx, side(earlier), params)
  return {
    ...found,
    position: isFound && before < mostCounted ? before + 1 : null,
    previous: await nearest(earlier),
    next: await nearest(later),
  }
}
