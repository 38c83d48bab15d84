import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { writeJson } from '../../contract/exact-json.ts'
import { HttpError } from './http-error.ts'

/** What a client calls its request, so that sending it again after no answer makes nothing twice. */
export interface RequestKey {
  /** Its header `Idempotency-Key`. */
  key: string
  /** Where it was sent: the same body for another thread is another request. */
  path: string
  /** What was asked, where that is not the body of what it makes. */
  request?: unknown
}

/** The key of a request, if it has one; of one among several that a request asks for, with its `place`. Throws 422 for what is none. */
export function requestKeyOf(context: Context, place = ''): RequestKey | undefined {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return { key: key + place, path: context.req.path }
  throw keyFault('Write 1 to 200 visible characters without spaces.')
}

/** By it the same request is known again. */
export function hashOfRequest({ path, request }: RequestKey, body: unknown): string {
  return createHash('sha256')
    .update(writeJson([path, request ?? body]))
    .digest('hex')
}

/** Throws 422 where what has a key is not the request that it was given with. */
export function checkSameRequest(before: string, now: string): void {
  if (before === now) return
  throw keyFault('Another request has had this key. Give each request a key of its own.')
}

/** A refusal of the header. */
export function keyFault(msg: string): HttpError {
  return new HttpError(422, [{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }])
}
