import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { writeJson } from '../../contract/exact-json.ts'
import { DatabaseAwayError, DatabaseFullError, UnstorableError } from '../db/database-errors.ts'
import { HttpError } from './http-error.ts'
import { ignoredFieldsHeader, ignoredFieldsText } from './ignored-fields.ts'
import { readInput } from './read-input.ts'
import { readJson } from './read-json.ts'
import { note } from './tell-changes.ts'
import { textFaults } from './text-faults.ts'

z.config(z.locales.en())

/** What a handler gets: the input, parsed, and Hono's context for headers and the abort signal. */
export interface RouteCall<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /** Whether the request had fields that are not known here. */
  hasIgnored: boolean
  context: Context
}

/** A request as it was read. */
export interface RouteInput {
  params: unknown
  query: unknown
  body: unknown
}

/** Asked before every handler of a request: answers the request as it is let in, or rejects. */
export type Admit = (endpoint: Endpoint, input: RouteInput) => Promise<RouteInput>

/** Has every endpoint that answers this request ask first. */
export function admitBy(context: Context, admit: Admit): void {
  context.set('admit', admit)
}

/**
 * Mounts an endpoint of the contract: parses params, query and body (422 with every fault and its
 * location, §2.2), calls the handler once and answers its value as JSON with `status` (200). A
 * handler that answers a Response itself (a stream, an empty answer) is passed through. Fields that
 * the contract does not know are passed over, and named in the answer's `Quarterdeck-Ignored-Fields`.
 */
export function route<E extends Endpoint>(
  app: Hono,
  definition: E,
  handler: (call: RouteCall<E>) => Promise<unknown> | unknown,
  options: { status?: StatusCode } = {},
): void {
  const path = definition.path.replace(/\{(\w+)\}/g, ':$1')
  app.on(definition.method, path, async (context) => {
    note(context, { endpoint: definition })
    const hasBody = definition.method !== 'GET'
    const params = readInput(definition.params, context.req.param(), 'path')
    const query = readInput(definition.query, queryOf(context), 'query')
    const body = readInput(
      definition.body,
      hasBody ? await bodyOf(context, definition.keepsDigits) : {},
      'body',
    )
    const ignored = [...query.ignored, ...body.ignored]
    if (ignored.length > 0) context.header(ignoredFieldsHeader, ignoredFieldsText(ignored))
    const faults = [params, query, body].flatMap((part) => part.faults)
    if (faults.length > 0) throw new HttpError(422, faults)
    const read = { params: params.data, query: query.data, body: body.data }
    const unstorable = textFaults(definition, read)
    if (unstorable.length > 0) throw new HttpError(422, unstorable)
    const admit = (context as Context).get('admit') as Admit | undefined
    const call = admit ? await admit(definition, read) : read
    const hasIgnored = ignored.length > 0
    const result = await handler({ ...call, hasIgnored, context } as RouteCall<E>)
    if (result instanceof Response) return result
    if (result === undefined) return context.body(null, 204)
    const status = (options.status ?? 200) as ContentfulStatusCode
    return context.body(writeJson(result), status, { 'content-type': 'application/json' })
  })
}

/**
 * Mounts an endpoint whose bodies are another protocol's: the handler reads the request itself, and refuses in the words
 * of that protocol. Nothing is asked before it; it may do nothing but by endpoints that are.
 */
export function unreadRoute(
  app: Hono,
  definition: Endpoint,
  handler: (context: Context) => Promise<Response> | Response,
): void {
  app.on(definition.method, definition.path.replace(/\{(\w+)\}/g, ':$1'), (context) => {
    note(context, { endpoint: definition })
    return handler(context)
  })
}

/** One value as text, several of one name as a list. */
function queryOf(context: Context): Record<string, string | string[]> {
  const entries = Object.entries(context.req.queries())
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** The JSON body; a missing one counts as an empty object. */
async function bodyOf(context: Context, keepsDigits: boolean): Promise<unknown> {
  const text = await context.req.text()
  return text.trim() === '' ? {} : readJson(text, ['body'], keepsDigits)
}

const awayWords = 'The database does not answer at the moment. Try again in a few seconds.'
const unstorableWords =
  'The request holds a value that the database cannot keep: a number or a time out of its range, or too much for an index.'
const fullWords =
  'The disk of the database is full, so nothing can be stored. Make room there; then try again.'

/**
 * The one place that makes error bodies: `{"detail": …}` for every refusal, with its `code` where it has one, 404 for unknown
 * addresses, 503 and 507 where the database is away or full, 422 for what it cannot keep, and a plain 500
 * without internals for what nobody expected (`report` gets the error).
 */
export function answerErrors(app: Hono, report: (error: Error, context: Context) => void): void {
  app.notFound((context) =>
    context.json({ detail: `There is nothing at ${context.req.method} ${context.req.path}.` }, 404),
  )
  app.onError((error, context) => {
    if (error instanceof HttpError) {
      const { retryAfterSeconds } = error as { retryAfterSeconds?: number }
      if (retryAfterSeconds !== undefined) context.header('Retry-After', String(retryAfterSeconds))
      return context.json({ detail: error.detail, code: error.code }, error.status)
    }
    report(error, context)
    if (error instanceof DatabaseAwayError) {
      context.header('Retry-After', '2')
      return context.json({ detail: awayWords }, 503)
    }
    if (error instanceof DatabaseFullError) return context.json({ detail: fullWords }, 507)
    if (error instanceof UnstorableError) return context.json({ detail: unstorableWords }, 422)
    return context.json({ detail: 'The server failed on this request; its log says why.' }, 500)
  })
}
