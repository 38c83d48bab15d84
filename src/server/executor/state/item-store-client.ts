import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint'
import { parseJson } from '../../../contract/exact-json.ts'
import type { ParentChannel } from '../parent-channel.ts'
import type { ItemOperation, StoredItem } from '../protocol/item-calls.ts'
import { digitJson } from '../whole-numbers.ts'
import { requireKeepable } from './keepable.ts'

/** What graphs remember over all threads, kept by the agent server: the store that nodes are given. */
export class ItemStoreClient extends BaseStore {
  readonly #channel: ParentChannel

  constructor(channel: ParentChannel) {
    super()
    this.#channel = channel
  }

  override async batch<Operations extends Operation[]>(
    operations: Operations,
  ): Promise<OperationResults<Operations>> {
    if (operations.length === 0) return [] as OperationResults<Operations>
    const results = await this.#channel.items(operations.map(asked))
    return results.map((result, index) => {
      const operation = operations[index] as Operation
      if ('namespacePrefix' in operation) return (result as StoredItem[]).map(revived)
      if ('value' in operation) return undefined
      return 'key' in operation ? result && revived(result as StoredItem) : result
    }) as OperationResults<Operations>
  }
}

function asked(operation: Operation): ItemOperation {
  if ('namespacePrefix' in operation) return askedSearch(operation)
  if ('value' in operation) return askedPut(operation as PutOperation)
  if ('key' in operation) {
    const { namespace, key } = operation as GetOperation
    return { op: 'get', namespace, key, refresh_ttl: true }
  }
  return askedNamespaces(operation as ListNamespacesOperation)
}

function askedSearch(operation: SearchOperation): ItemOperation {
  const { namespacePrefix, filter, query, limit, offset } = operation
  return {
    op: 'search',
    prefix: namespacePrefix,
    filter: filter ? digitJson(filter) : null,
    query: query ?? null,
    limit: limit ?? 10,
    offset: offset ?? 0,
    refresh_ttl: true,
  }
}

function askedPut({ namespace, key, value, index }: PutOperation): ItemOperation {
  requireKeepable(key, value, 'item')
  const json = value === null ? null : digitJson(value)
  return { op: 'put', namespace, key, value: json, index: index ?? null, ttl_minutes: null }
}

function askedNamespaces(operation: ListNamespacesOperation): ItemOperation {
  const { matchConditions = [], maxDepth, limit, offset } = operation
  const path = (type: 'prefix' | 'suffix') =>
    matchConditions.find(({ matchType }) => matchType === type)?.path ?? []
  return {
    op: 'namespaces',
    prefix: path('prefix'),
    suffix: path('suffix'),
    max_depth: maxDepth ?? null,
    limit,
    offset,
  }
}

function revived({ namespace, key, value, created_at, updated_at, score }: StoredItem) {
  const item: Item & Pick<SearchItem, 'score'> = {
    namespace,
    key,
    value: parseJson(value) as Record<string, unknown>,
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at),
  }
  return score === null ? item : { ...item, score }
}
