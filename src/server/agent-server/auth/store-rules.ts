import * as store from '../../../contract/agent-server/store.ts'
import { jsonb } from '../../db/jsonb.ts'
import { HttpError } from '../../http/http-error.ts'
import { type AuthFilter, filterCondition } from '../access/auth-filter.ts'
import { itemMetadata } from '../item-metadata.ts'
import type { Param } from '../search-parts.ts'
import type { Asker } from './asker.ts'
import { rule } from './rule.ts'

interface Place {
  namespace: string[]
  key: string
}

/** Asks about an item; answers where the handler wants it to be, which may be a namespace of the user's own. */
async function about(ask: Asker, event: string, value: Place & { value?: object }) {
  const { value: left, filter } = await ask.ask(event, { ...value })
  const place = { namespace: namespaceIn(left.namespace, value.namespace), key: value.key }
  if (typeof left.key === 'string' && left.key !== '') place.key = left.key
  const written = Object(left.value ?? value.value ?? {}) as object
  return { place, written, filter, isThere: await matches(ask, place, filter) }
}

/** Whether the filter lets through what is there; undefined where there is nothing. */
async function matches(
  ask: Asker,
  { namespace, key }: Place,
  filter: AuthFilter | null,
): Promise<boolean | undefined> {
  const params: unknown[] = []
  const param: Param = (value) => `$${params.push(value)}`
  const rows = await ask.engine.database.query<{ matches: boolean }>(
    `select ${filterCondition(itemMetadata, filter ?? {}, param)} as matches from store_items
     where deployment_id = ${param(ask.deploymentId)} and namespace = ${param(namespace)}::text[]
     and key = ${param(key)}`,
    params,
  )
  return rows[0]?.matches
}

/** Whether the filter would let through what is to be there. */
async function wouldMatch(
  ask: Asker,
  item: Place & { value: object },
  filter: AuthFilter | null,
): Promise<boolean> {
  const { value, ...place } = item
  const params: unknown[] = [jsonb({ ...value, ...place })]
  const param: Param = (one) => `$${params.push(one)}`
  const rows = await ask.engine.database.query<{ matches: boolean }>(
    `select ${filterCondition('item', filter ?? {}, param)} as matches from (select $1::jsonb as item) made`,
    params,
  )
  return rows[0]?.matches ?? false
}

function namespaceIn(told: unknown, otherwise: string[]): string[] {
  if (told === undefined || told === null) return otherwise
  const isNamespace = Array.isArray(told) && told.every((part) => typeof part === 'string')
  if (isNamespace) return told as string[]
  throw new HttpError(500, 'The project’s own authorization has made a namespace that is none.')
}

const notThere = () => new HttpError(404, 'There is no such item.')
const notYours = () =>
  new HttpError(403, 'The project’s own authorization does not allow this item.')

export const storeRules = [
  rule(store.putStoreItem, async (ask, { body }) => {
    const { namespace, key, value } = body
    const asked = await about(ask, 'store:put', { namespace, key, value })
    if (asked.isThere === false) throw notThere()
    const written = { ...asked.place, value: asked.written }
    if (!(await wouldMatch(ask, written, asked.filter))) throw notYours()
    return { body: { ...body, ...asked.place, value: asked.written as Record<string, unknown> } }
  }),
  rule(store.getStoreItem, async (ask, { query }) => {
    const { namespace, key } = query
    const asked = await about(ask, 'store:get', { namespace, key })
    if (asked.isThere === false) throw notThere()
    return { query: { ...query, ...asked.place } }
  }),
  rule(store.deleteStoreItem, async (ask, { body }) => {
    const { namespace, key } = body
    const asked = await about(ask, 'store:delete', { namespace, key })
    if (asked.isThere === false) throw notThere()
    const none = { ...asked.place, value: {} }
    if (asked.isThere === undefined && !(await wouldMatch(ask, none, asked.filter))) {
      throw notYours()
    }
    return { body: { ...body, ...asked.place } }
  }),
  rule(store.searchStoreItems, async (ask, { body }) => {
    const namespace = body.namespace_prefix ?? []
    const { filter, limit, offset, query } = body
    const left = await ask.list('store:search', { namespace, filter, limit, offset, query })
    return { body: { ...body, namespace_prefix: namespaceIn(left.namespace, namespace) } }
  }),
  rule(store.listStoreNamespaces, async (ask, { body }) => {
    const namespace = body.prefix ?? []
    const { suffix, max_depth, limit, offset } = body
    const value = { namespace, suffix, max_depth, limit, offset }
    const left = await ask.list('store:list_namespaces', value)
    return { body: { ...body, prefix: namespaceIn(left.namespace, namespace) } }
  }),
]
