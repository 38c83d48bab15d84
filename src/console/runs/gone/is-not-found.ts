import { ApiError } from '../../../client/api-error.ts'

/** The server answered that there is no such thing. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
