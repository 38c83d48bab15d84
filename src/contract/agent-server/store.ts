import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { queryBoolean } from '../query.ts'

const anyRecord = z.record(z.string(), z.unknown())

/** A part of a namespace: not empty, without the dot that joins the parts in a query. */
const label = z.string().check(
  z.minLength(1, 'Write a name for each part of the namespace.'),
  z.maxLength(500),
  z.refine((text) => !text.includes('.'), 'A part of a namespace has no dot.'),
)
const namespace = z.array(label).check(
  z.minLength(1, 'Write a namespace of at least one part.'),
  z.maxLength(32),
  z.refine((parts) => parts[0] !== 'langgraph', 'The namespace langgraph is kept for the library.'),
)
/** Parts of a namespace where `*` stands for any one part. */
const pattern = z.array(label).check(z.maxLength(32))
const key = z.string().check(z.minLength(1, 'Write a key.'), z.maxLength(1000))

/** What a deployment's graphs remember over all threads: a JSON object under a namespace and a key. */
export const StoreItem = z.looseObject({
  namespace: z.array(z.string()),
  key: z.string(),
  value: anyRecord,
  created_at: z.string(),
  updated_at: z.string(),
  /** In a search by `query`: which share of its words the item has, 0 to 1. */
  score: z.nullish(z.number()),
})
export type StoreItem = z.infer<typeof StoreItem>

/**
 * Writes an item, or replaces its value. `index` says what a search by words looks at: the texts at these
 * paths (`a.b[0]`, `a[*].b`), nothing (`false`), or the whole value (absent). `ttl` is in minutes;
 * reading an item begins them anew unless `refresh_ttl` is false.
 */
export const putStoreItem = endpoint({
  name: 'putStoreItem',
  area: 'agent',
  method: 'PUT',
  path: '/store/items',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  body: z.strictObject({
    namespace,
    key,
    value: anyRecord,
    index: z.nullish(
      z.union([z.literal(false), z.array(z.string())], 'Write false, or a list of paths.'),
    ),
    ttl: z.nullish(z.number().check(z.gt(0), z.lte(5_256_000))),
  }),
})

/** Answers null where there is no such item. `namespace` is joined by dots. */
export const getStoreItem = endpoint({
  name: 'getStoreItem',
  area: 'agent',
  method: 'GET',
  path: '/store/items',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    key,
    namespace: z.pipe(
      z.union([z.string(), z.array(z.string())], 'Name the namespace, its parts joined by dots.'),
      z.transform((value: string | string[]) =>
        [value].flat().flatMap((text) => (text === '' ? [] : text.split('.'))),
      ),
    ),
    refresh_ttl: z.optional(queryBoolean),
  }),
  response: z.nullable(StoreItem),
})

/** Deletes an item, if there is one. */
export const deleteStoreItem = endpoint({
  name: 'deleteStoreItem',
  area: 'agent',
  method: 'DELETE',
  path: '/store/items',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({ namespace, key }),
})

/**
 * A page of items below a namespace, last changed first. `filter` compares fields of the value: with a
 * JSON value, or with `{"$eq" | "$ne" | "$gt" | "$gte" | "$lt" | "$lte": value}`. `query` puts those
 * first that have the most of its words; it compares words, not meanings.
 */
export const searchStoreItems = endpoint({
  name: 'searchStoreItems',
  area: 'agent',
  method: 'POST',
  path: '/store/items/search',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: z.strictObject({
    namespace_prefix: z.nullish(z.array(label)),
    filter: z.nullish(anyRecord),
    limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
    offset: z.nullish(z.int().check(z.gte(0))),
    query: z.nullish(z.string().check(z.maxLength(10_000))),
    refresh_ttl: z.nullish(z.boolean()),
  }),
  response: z.looseObject({ items: z.array(StoreItem) }),
})

/** The namespaces that have items, in order; cut at `max_depth` parts. */
export const listStoreNamespaces = endpoint({
  name: 'listStoreNamespaces',
  area: 'agent',
  method: 'POST',
  path: '/store/namespaces',
  role: 'viewer',
  isAudited: false,
  body: z.strictObject({
    prefix: z.nullish(pattern),
    suffix: z.nullish(pattern),
    max_depth: z.nullish(z.int().check(z.gte(1))),
    limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
    offset: z.nullish(z.int().check(z.gte(0))),
  }),
  response: z.looseObject({ namespaces: z.array(z.array(z.string())) }),
})
