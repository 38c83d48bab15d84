import { ApiError } from './api-error.ts'

/** True for failures that may pass: no answer, time-outs, throttling, errors of the server. Every other one is final. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'network') return true
  return error.kind === 'http' && (error.status >= 500 || [408, 429].includes(error.status))
}
