import type { Context, Hono } from 'hono'
import {
  deleteStoreItem,
  getStoreItem,
  listStoreNamespaces,
  putStoreItem,
  searchStoreItems,
} from '../../../contract/agent-server/store.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { ItemOperation, StoredItem } from '../../executor/protocol/item-calls.ts'
import { invalidField } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { takeFilter } from '../access/granted-access.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { RunEngine } from '../run-engine.ts'
import { LongKeyError, performOperations } from './item-store.ts'

/** `/store` of an agent server: what its graphs remember over all threads. */
export function mountStore(app: Hono, engine: RunEngine): void {
  const perform = async (context: Context, operation: ItemOperation) => {
    const allowed = takeFilter(context)
    const deployment = deploymentOf(engine, context)
    const [result] = await engine.database
      .transaction((tx) => performOperations(tx, deployment, [operation], engine.now(), allowed))
      .catch((error: unknown) => {
        if (error instanceof LongKeyError) throw invalidField(['body', 'key'], error.message)
        if (error instanceof TypeError) throw invalidField(['body', 'filter'], error.message)
        throw error
      })
    return result
  }

  /** What the project says where a request says nothing. */
  const usual = (context: Context) =>
    engine.executors.retentionOf(deploymentOf(engine, context)).items ?? {}

  route(app, putStoreItem, async ({ body, context }) => {
    const { namespace, key, ttl } = body
    const value = writeJson(body.value)
    const index = body.index ?? null
    const ttl_minutes = ttl ?? usual(context).default_ttl ?? null
    await perform(context, { op: 'put', namespace, key, value, index, ttl_minutes })
  })
  route(app, getStoreItem, async ({ query, context }) => {
    const { refresh_on_read = true } = usual(context)
    const { namespace, key, refresh_ttl = refresh_on_read } = query
    const found = await perform(context, { op: 'get', namespace, key, refresh_ttl })
    return found ? wireItem(found as StoredItem) : null
  })
  route(app, deleteStoreItem, async ({ body, context }) => {
    const { namespace, key } = body
    await perform(context, {
      op: 'put',
      namespace,
      key,
      value: null,
      index: null,
      ttl_minutes: null,
    })
  })
  route(app, searchStoreItems, async ({ body, context }) => {
    const found = await perform(context, {
      op: 'search',
      prefix: body.namespace_prefix ?? [],
      filter: body.filter ? writeJson(body.filter) : null,
      query: body.query ?? null,
      limit: body.limit ?? 10,
      offset: body.offset ?? 0,
      refresh_ttl: body.refresh_ttl ?? usual(context).refresh_on_read ?? true,
    })
    return { items: (found as StoredItem[]).map(wireItem) }
  })
  route(app, listStoreNamespaces, async ({ body, context }) => ({
    namespaces: await perform(context, {
      op: 'namespaces',
      prefix: body.prefix ?? [],
      suffix: body.suffix ?? [],
      max_depth: body.max_depth ?? null,
      limit: body.limit ?? 100,
      offset: body.offset ?? 0,
    }),
  }))
}

function wireItem({ value, score, ...item }: StoredItem): object {
  const parsed = parseJson(value) as unknown
  return { ...item, value: parsed, ...(score === null ? {} : { score }) }
}
