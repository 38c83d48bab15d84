import type { ValidationError } from '../contract/errors.ts'

/** `network`: no answer, or one that broke off. `http`: a refusal. `shape`: an answer not understood. */
export type ApiErrorKind = 'network' | 'http' | 'shape'

/**
 * The one error of the client. `message` is a sentence for people; neither it nor any other field
 * holds a key, a pre-signed address or a whole body, so it may be shown and logged.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Name of the endpoint that was called. */
  readonly endpoint: string
  /** Status of the answer; 0 when there was none. */
  readonly status: number
  readonly kind: ApiErrorKind
  /** What is wrong with which input (§2.2); empty unless the server told. */
  readonly fieldErrors: ValidationError[]
  /** The server's own words, shortened; null when it said nothing that can be read. */
  readonly serverText: string | null
  /** What the server calls the refusal, for programs; null where it does not. */
  readonly code: string | null
  /** How long the server asks to wait; 0 where it does not. */
  readonly retryAfterSeconds: number

  constructor(facts: {
    endpoint: string
    kind: ApiErrorKind
    message: string
    status?: number
    fieldErrors?: ValidationError[]
    serverText?: string | null
    code?: string | null
    retryAfterSeconds?: number
  }) {
    super(facts.message)
    this.endpoint = facts.endpoint
    this.kind = facts.kind
    this.status = facts.status ?? 0
    this.fieldErrors = facts.fieldErrors ?? []
    this.serverText = facts.serverText ?? null
    this.code = facts.code ?? null
    this.retryAfterSeconds = facts.retryAfterSeconds ?? 0
  }
}
