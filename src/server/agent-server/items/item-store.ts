import { parseJson } from '../../../contract/exact-json.ts'
import type { Queryable } from '../../db/database.ts'
import { jsonb, jsonbText } from '../../db/jsonb.ts'
import type { ItemOperation, ItemResult, StoredItem } from '../../executor/protocol/item-calls.ts'
import { type AuthFilter, filterCondition } from '../access/auth-filter.ts'
import { itemMetadata } from '../item-metadata.ts'
import { wordsOf, wordsToFind } from './item-words.ts'

type Put = Extract<ItemOperation, { op: 'put' }>
type Get = Extract<ItemOperation, { op: 'get' }>
type Search = Extract<ItemOperation, { op: 'search' }>
type Namespaces = Extract<ItemOperation, { op: 'namespaces' }>

/** A namespace and key that together are too long to be looked up. */
export class LongKeyError extends Error {
  constructor() {
    super('The namespace and the key together are too long: 2,000 bytes are the most.')
    this.name = 'LongKeyError'
  }
}

const longestKey = 2_000

/**
 * Performs operations on a deployment's items, in order, and answers a result for each. Items whose time
 * is over are not there any more; searches find what `allowed` lets through. Rejects with a LongKeyError, or for a filter that is none.
 */
export async function performOperations(
  tx: Queryable,
  deploymentId: string,
  operations: readonly ItemOperation[],
  now: Date,
  allowed: AuthFilter | null = null,
): Promise<ItemResult[]> {
  const results: ItemResult[] = []
  for (const operation of operations) {
    results.push(await perform(tx, deploymentId, operation, now, allowed))
  }
  return results
}

function perform(
  tx: Queryable,
  deploymentId: string,
  operation: ItemOperation,
  now: Date,
  allowed: AuthFilter | null,
): Promise<ItemResult> {
  if (operation.op === 'get') return getItem(tx, deploymentId, operation, now)
  if (operation.op === 'put') return putItem(tx, deploymentId, operation, now)
  if (operation.op === 'search') return searchItems(tx, deploymentId, operation, now, allowed)
  return listNamespaces(tx, deploymentId, operation, now, allowed)
}

interface ItemRow {
  namespace: string[]
  key: string
  value: string
  created_at: Date
  updated_at: Date
  score?: number | null
}

/** What a filter sees of a namespace as it is listed; of an item, see `itemMetadata`. */
const namespaceMetadata = `jsonb_build_object('namespace', to_jsonb(shown))`

const columns = 'namespace, key, value::text as value, created_at, updated_at'
const isAlive = (now: string) => `(expires_at is null or expires_at > ${now})`
const expiry = (now: string) => `${now}::timestamptz + ttl_minutes * interval '1 minute'`

async function getItem(
  tx: Queryable,
  deploymentId: string,
  { namespace, key, refresh_ttl }: Get,
  now: Date,
): Promise<StoredItem | null> {
  const rows = await tx.query<ItemRow>(
    `select ${columns} from store_items
     where deployment_id = $1 and namespace = $2::text[] and key = $3 and ${isAlive('$4')}`,
    [deploymentId, namespace, key, now],
  )
  if (refresh_ttl) await refresh(tx, deploymentId, rows, now)
  return rows.map(storedItem)[0] ?? null
}

async function putItem(
  tx: Queryable,
  deploymentId: string,
  { namespace, key, value, index, ttl_minutes }: Put,
  now: Date,
): Promise<null> {
  if (value === null) {
    await tx.query(
      'delete from store_items where deployment_id = $1 and namespace = $2::text[] and key = $3',
      [deploymentId, namespace, key],
    )
    return null
  }
  if (Buffer.byteLength([...namespace, key].join(' ')) > longestKey) throw new LongKeyError()
  await tx.query('delete from store_items where deployment_id = $1 and expires_at <= $2', [
    deploymentId,
    now,
  ])
  await tx.query(
    `insert into store_items (deployment_id, namespace, key, value, words, ttl_minutes, expires_at,
       created_at, updated_at)
     values ($1, $2::text[], $3, $4, $5, $6, $7::timestamptz + $6 * interval '1 minute', $7, $7)
     on conflict (deployment_id, namespace, key) do update set value = excluded.value,
       words = excluded.words, ttl_minutes = excluded.ttl_minutes, expires_at = excluded.expires_at,
       updated_at = excluded.updated_at`,
    [
      deploymentId,
      namespace,
      key,
      jsonbText(value),
      index === false ? null : wordsOf(parseJson(value), index),
      ttl_minutes,
      now,
    ],
  )
  return null
}

async function searchItems(
  tx: Queryable,
  deploymentId: string,
  search: Search,
  now: Date,
  allowed: AuthFilter | null,
): Promise<StoredItem[]> {
  const words = search.query ? wordsToFind(search.query) : []
  const values: unknown[] = [deploymentId, search.prefix, now, words]
  const conditions = filterConditions(search.filter, values)
  const isAllowed = filterCondition(itemMetadata, allowed ?? {}, (one) => `$${values.push(one)}`)
  const rows = await tx.query<ItemRow>(
    `select ${columns}, case when cardinality($4::text[]) > 0 then (
         select count(*) from unnest($4::text[]) w(word) where strpos(words, word) > 0
       )::float8 / cardinality($4::text[]) end as score
     from store_items where deployment_id = $1
     and namespace[1:cardinality($2::text[])] = $2::text[] and ${isAlive('$3')}${conditions} and ${isAllowed}
     order by score desc nulls last, updated_at desc, namespace, key
     limit ${search.limit} offset ${search.offset}`,
    values,
  )
  if (search.refresh_ttl) await refresh(tx, deploymentId, rows, now)
  return rows.map(storedItem)
}

const comparisons: Record<string, string> = {
  $eq: 'is not distinct from',
  $ne: 'is distinct from',
  $gt: '>',
  $gte: '>=',
  $lt: '<',
  $lte: '<=',
}

/** Conditions on fields of the value; their values are added to `values`. */
function filterConditions(filter: string | null, values: unknown[]): string {
  const conditions: string[] = []
  for (const [field, wanted] of Object.entries(filter ? (parseJson(filter) as object) : {})) {
    const tests = isComparison(wanted) ? Object.entries(wanted) : [['$eq', wanted]]
    for (const [name, operand] of tests) {
      const operator = comparisons[String(name)]
      if (!operator) throw new TypeError(`A filter has no operator ${name}.`)
      values.push(field, jsonb(operand) ?? 'null')
      const [left, right] = [`(value -> $${values.length - 1})`, `$${values.length}::jsonb`]
      conditions.push(` and ${left} ${operator} ${right}`)
      // Only like is compared with like: a text is neither more nor less than a number.
      if (operator.length <= 2)
        conditions.push(` and jsonb_typeof(${left}) = jsonb_typeof(${right})`)
    }
  }
  return conditions.join('')
}

function isComparison(wanted: unknown): wanted is Record<string, unknown> {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return false
  const names = Object.keys(wanted)
  return names.length > 0 && names.every((name) => name.startsWith('$'))
}

/** `*` in a prefix or suffix stands for any one part. */
async function listNamespaces(
  tx: Queryable,
  deploymentId: string,
  { prefix, suffix, max_depth, limit, offset }: Namespaces,
  now: Date,
  allowed: AuthFilter | null,
): Promise<string[][]> {
  const values: unknown[] = [deploymentId, now, prefix, suffix, max_depth, limit, offset]
  const isAllowed = filterCondition(
    namespaceMetadata,
    allowed ?? {},
    (one) => `$${values.push(one)}`,
  )
  const rows = await tx.query<{ shown: string[] }>(
    `select shown from (select distinct namespace[1:coalesce($5, cardinality(namespace))] as shown from store_items
     where deployment_id = $1 and ${isAlive('$2')}
     and cardinality(namespace) >= greatest(cardinality($3::text[]), cardinality($4::text[]))
     and not exists (select 1 from unnest($3::text[]) with ordinality p(part, at)
       where part <> '*' and namespace[at] <> part)
     and not exists (select 1 from unnest($4::text[]) with ordinality s(part, at)
       where part <> '*' and namespace[cardinality(namespace) - cardinality($4::text[]) + at] <> part)
     ) listed where ${isAllowed} order by shown limit $6 offset $7`,
    values,
  )
  return rows.map(({ shown }) => shown)
}

/** The time of items that were read begins anew. */
async function refresh(
  tx: Queryable,
  deploymentId: string,
  rows: readonly ItemRow[],
  now: Date,
): Promise<void> {
  for (const { namespace, key } of rows) {
    await tx.query(
      `update store_items set expires_at = ${expiry('$4')}
       where deployment_id = $1 and namespace = $2::text[] and key = $3 and ttl_minutes is not null`,
      [deploymentId, namespace, key, now],
    )
  }
}

/** Everything that a deployment's graphs remember. */
export async function deleteItems(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query('delete from store_items where deployment_id = $1', [deploymentId])
}

function storedItem(row: ItemRow): StoredItem {
  return {
    namespace: row.namespace,
    key: row.key,
    value: row.value,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    score: row.score ?? null,
  }
}
