import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ValidationError } from '../../contract/errors.ts'

/** A refusal with its status and what to tell: a sentence, or the faults of the input (422). */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode
  readonly detail: string | ValidationError[]

  constructor(status: ContentfulStatusCode, detail: string | ValidationError[]) {
    super(typeof detail === 'string' ? detail : detail.map((fault) => fault.msg).join(' '))
    this.name = 'HttpError'
    this.status = status
    this.detail = detail
  }
}

/** 422 for one field, in the published shape (§2.2). */
export function invalidField(loc: (string | number)[], msg: string): HttpError {
  return new HttpError(422, [{ loc, msg, type: 'value_error' }])
}
