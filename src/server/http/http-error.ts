import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ValidationError } from '../../contract/errors.ts'

/**
 * A refusal with its status and what to tell: a sentence, or the faults of the input (422). One that programs have to
 * tell from others of its status has a `code`, which the answer's body says as well.
 */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode
  readonly detail: string | ValidationError[]
  readonly code: string | undefined

  constructor(status: ContentfulStatusCode, detail: string | ValidationError[], code?: string) {
    super(typeof detail === 'string' ? detail : detail.map((fault) => fault.msg).join(' '))
    this.name = 'HttpError'
    this.status = status
    this.detail = detail
    this.code = code
  }
}

/** 422 for one field, in the published shape (§2.2). `told` is what programs go by to say it in words of their own. */
export function invalidField(
  loc: (string | number)[],
  msg: string,
  told: Partial<Pick<ValidationError, 'type' | 'ctx'>> = {},
): HttpError {
  return new HttpError(422, [{ loc, msg, type: 'value_error', ...told }])
}
