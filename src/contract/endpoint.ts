import * as z from 'zod/mini'
import type { Role } from './gateway/roles.ts'

/**
 * The server that answers an endpoint: the control plane ({base_url}), an agent server
 * ({deployment_url}), the tracing service ({tracing_url}), the console's own gateway, or the
 * interface of an embedded chat.
 */
export type Area = 'control-plane' | 'agent' | 'tracing' | 'gateway' | 'embed'

type AnySchema = z.ZodMiniType

/**
 * One endpoint of the wire: client and server both read it, neither imports the other.
 * Schemas of queries and bodies are strict objects: a server then knows which fields it passes over.
 * `path` holds `{name}` for each key of `params`; `auth: 'none'` means that the request must
 * carry no credential header (§5.4).
 */
export interface Endpoint<
  Params extends AnySchema = AnySchema,
  Query extends AnySchema = AnySchema,
  Body extends AnySchema = AnySchema,
  Response extends AnySchema = AnySchema,
> {
  readonly name: string
  readonly area: Area
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  readonly auth: 'key' | 'none'
  /** Who may ask the gateway for it: whoever has this role or a higher one, or everybody without a session too. */
  readonly role: Role | 'anyone'
  /** Whether the gateway's audit log keeps each call under the endpoint's name: so for all that change anything. */
  readonly isAudited: boolean
  /** Whether whole numbers in its body that JavaScript would round are taken, as bigints, or refused. */
  readonly keepsDigits: boolean
}

/** What a caller hands in for an endpoint: only the parts that it declares. */
export interface EndpointInput<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}

/** What an endpoint answers, parsed. */
export type EndpointOutput<E extends Endpoint> = z.output<E['response']>

/** Stands where an endpoint takes no query or body. Strict, so that what is sent all the same is told. */
const none = z.strictObject({})
/** A path may have params of the place where the endpoint is mounted. */
const noParams = z.object({})
/** Stands where the answer has no body, or one that is not JSON (an event stream). */
export const noContent = z.unknown()

/** Declares an endpoint; absent parts are empty. */
export function endpoint<
  Params extends AnySchema = typeof noParams,
  Query extends AnySchema = typeof none,
  Body extends AnySchema = typeof none,
  Response extends AnySchema = typeof noContent,
>(definition: {
  name: string
  area: Area
  method: Endpoint['method']
  path: string
  params?: Params
  query?: Query
  body?: Body
  response?: Response
  auth?: Endpoint['auth']
  role: Endpoint['role']
  isAudited: boolean
  keepsDigits?: boolean
}): Endpoint<Params, Query, Body, Response> {
  return {
    auth: 'key',
    keepsDigits: false,
    ...definition,
    params: (definition.params ?? noParams) as unknown as Params,
    query: (definition.query ?? none) as unknown as Query,
    body: (definition.body ?? none) as unknown as Body,
    response: (definition.response ?? noContent) as Response,
  }
}

/** `/threads/{thread_id}` and `{ thread_id: 'a b' }` to `/threads/a%20b`. Throws on a missing value. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') {
      throw new TypeError(`The path ${path} needs a value for ${name}.`)
    }
    return encodeURIComponent(String(value))
  })
}

/** Query text of the given values: absent ones are left out, lists are repeated, a Date is ISO 8601. */
export function queryText(query: Record<string, unknown> = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) {
      text.append(name, item instanceof Date ? item.toISOString() : String(item))
    }
  }
  const joined = text.toString()
  return joined ? `?${joined}` : ''
}
