/** What can be asked about items; values and filters are JSON text. */
export type ItemOperation =
  | { op: 'get'; namespace: string[]; key: string; refresh_ttl: boolean }
  | {
      op: 'put'
      namespace: string[]
      key: string
      /** Null deletes. */
      value: string | null
      index: false | string[] | null
      ttl_minutes: number | null
    }
  | {
      op: 'search'
      prefix: string[]
      filter: string | null
      query: string | null
      limit: number
      offset: number
      refresh_ttl: boolean
    }
  | {
      op: 'namespaces'
      prefix: string[]
      suffix: string[]
      max_depth: number | null
      limit: number
      offset: number
    }

/** `value` is JSON text; the times are ISO 8601. */
export interface StoredItem {
  namespace: string[]
  key: string
  value: string
  created_at: string
  updated_at: string
  score: number | null
}

/** An item or null for get, null for put, a list for search and namespaces. */
export type ItemResult = StoredItem | null | StoredItem[] | string[][]
