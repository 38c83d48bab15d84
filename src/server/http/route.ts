import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { DatabaseAwayError, DatabaseFullError } from '../db/database-errors.ts'
import { HttpError } from './http-error.ts'
import { ignoredFieldsHeader, ignoredFieldsText } from './ignored-fields.ts'
import { readInput } from './read-input.ts'
import { note } from './tell-changes.ts'

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
    const body = readInput(definition.body, hasBody ? await bodyOf(context) : {}, 'body')
    const ignored = [...query.ignored, ...body.ignored]
    if (ignored.length > 0) context.header(ignoredFieldsHeader, ignoredFieldsText(ignored))
    const faults = [params, query, body].flatMap((part) => part.faults)
    if (faults.length > 0) throw new HttpError(422, faults)
    const call = { params: params.data, query: query.data, body: body.data }
    const hasIgnored = ignored.length > 0
    const result = await handler({ ...call, hasIgnored, context } as RouteCall<E>)
    if (result instanceof Response) return result
    if (result === undefined) return context.body(null, 204)
    return context.json(result, (options.status ?? 200) as ContentfulStatusCode)
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
async function bodyOf(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(422, [
      { loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' },
    ])
  }
}

const awayWords = 'The database does not answer at the moment. Try again in a few seconds.'
const fullWords =
  'The disk of the database is full, so nothing can be stored. Make room there; then try again.'

/**
 * The one place that makes error bodies: `{"detail": …}` for every refusal, 404 for unknown
 * addresses, 503 and 507 where the database is away or full, and a plain 500 without internals for what nobody
 * expected (`report` gets the error).
 */
export function answerErrors(app: Hono, report: (error: Error, context: Context) => void): void {
  app.notFound((context) =>
    context.json({ detail: `There is nothing at ${context.req.method} ${context.req.path}.` }, 404),
  )
  app.onError((error, context) => {
    if (error instanceof HttpError) return context.json({ detail: error.detail }, error.status)
    report(error, context)
    if (error instanceof DatabaseAwayError) {
      context.header('Retry-After', '2')
      return context.json({ detail: awayWords }, 503)
    }
    if (error instanceof DatabaseFullError) return context.json({ detail: fullWords }, 507)
    return context.json({ detail: 'The server failed on this request; its log says why.' }, 500)
  })
}
