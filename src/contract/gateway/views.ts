import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import type { PageName } from '../pages.ts'
import { id } from '../query.ts'

/** The pages whose filters can be saved: lists with more filters than a name. */
export const pagesWithViews = [
  'deployments',
  'runs',
  'all-runs',
  'threads',
  'all-threads',
  'deployment-feedback',
  'feedback',
  'alerts',
  'audit',
] as const satisfies readonly PageName[]
export type PageWithViews = (typeof pagesWithViews)[number]

/** So many views a page has at most: what is in a menu is looked through by eyes. */
export const mostViews = 100

const name = z.string().check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(80))

/** The part of an address after its question mark, in its normal form: `status=failed&since=1h`. */
const query = z.pipe(
  z.string().check(z.maxLength(2_000)),
  z.transform((text: string) => new URLSearchParams(text).toString()),
)

/** A name for what a list is filtered by, which everybody who uses a connection shares. */
export const SavedView = z.looseObject({
  id: z.string(),
  /** The page by its name, as in `pages`. A page of one deployment has the same views for each of them. */
  page: z.string(),
  name: z.string(),
  /** Filters, order and columns, as they stand in the page's address. Some may be of another version of the page. */
  query: z.string(),
  /** Null where nobody had to sign in. */
  created_by: z.nullable(z.string()),
  created_at: z.string(),
  /** Who renamed it or replaced its filters last. */
  updated_by: z.nullable(z.string()),
  updated_at: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

const path = '/gateway/connections/{connection_id}/views'
const params = z.object({ connection_id: z.string() })
const viewParams = z.object({ connection_id: z.string(), view_id: id })

/** Those of every page of a connection, by page and name. */
export const listViews = endpoint({
  name: 'listViews',
  area: 'gateway',
  method: 'GET',
  path,
  role: 'viewer',
  isAudited: false,
  params,
  response: z.array(SavedView),
})

/** 201; 409 where the page has a view of that name, in whatever case, or `mostViews` of them. */
export const createView = endpoint({
  name: 'createView',
  area: 'gateway',
  method: 'POST',
  path,
  // Everybody sees them, so those make them who may change things for others.
  role: 'operator',
  isAudited: true,
  params,
  body: z.strictObject({ page: z.enum(pagesWithViews), name, query }),
  response: SavedView,
})

/** Renames it, replaces what it is filtered by, or both. 409 where the page has another of that name. */
export const patchView = endpoint({
  name: 'patchView',
  area: 'gateway',
  method: 'PATCH',
  path: `${path}/{view_id}`,
  role: 'operator',
  isAudited: true,
  params: viewParams,
  body: z.strictObject({ name: z.optional(name), query: z.optional(query) }),
  response: SavedView,
})

/** 204. */
export const deleteView = endpoint({
  name: 'deleteView',
  area: 'gateway',
  method: 'DELETE',
  path: `${path}/{view_id}`,
  role: 'operator',
  isAudited: true,
  params: viewParams,
  response: noContent,
})
