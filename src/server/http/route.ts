import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ValidationError } from '../../contract/errors.ts'
import { HttpError } from './http-error.ts'

z.config(z.locales.en())

/** What a handler gets: the input, parsed, and Hono's context for headers and the abort signal. */
export interface RouteCall<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  context: Context
}

/**
 * Mounts an endpoint of the contract: parses params, query and body (422 with every fault and its
 * location, §2.2), calls the handler once and answers its value as JSON with `status` (200). A
 * handler that answers a Response itself (a stream, an empty answer) is passed through.
 */
export function route<E extends Endpoint>(
  app: Hono,
  definition: E,
  handler: (call: RouteCall<E>) => Promise<unknown> | unknown,
  options: { status?: StatusCode } = {},
): void {
  const path = definition.path.replace(/\{(\w+)\}/g, ':$1')
  app.on(definition.method, path, async (context) => {
    const faults: ValidationError[] = []
    const params = check(definition.params, context.req.param(), 'path', faults)
    const query = check(definition.query, queryOf(context), 'query', faults)
    const hasBody = definition.method !== 'GET'
    const body = hasBody ? check(definition.body, await bodyOf(context), 'body', faults) : {}
    if (faults.length > 0) throw new HttpError(422, faults)
    const result = await handler({ params, query, body, context } as RouteCall<E>)
    if (result instanceof Response) return result
    if (result === undefined) return context.body(null, 204)
    return context.json(result, (options.status ?? 200) as ContentfulStatusCode)
  })
}

function check(
  schema: z.ZodMiniType,
  value: unknown,
  where: 'path' | 'query' | 'body',
  faults: ValidationError[],
): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        faults.push({
          loc: [where, ...path, key],
          msg: 'There is no such field.',
          type: issue.code,
        })
      }
    } else {
      faults.push({ loc: [where, ...path], msg: issue.message, type: issue.code })
    }
  }
  return undefined
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

/**
 * The one place that makes error bodies: `{"detail": …}` for every refusal, 404 for unknown
 * addresses, and a plain 500 without internals for what nobody expected (`report` gets the error).
 */
export function answerErrors(app: Hono, report: (error: Error, context: Context) => void): void {
  app.notFound((context) =>
    context.json({ detail: `There is nothing at ${context.req.method} ${context.req.path}.` }, 404),
  )
  app.onError((error, context) => {
    if (error instanceof HttpError) return context.json({ detail: error.detail }, error.status)
    report(error, context)
    return context.json({ detail: 'The server failed on this request; its log says why.' }, 500)
  })
}
