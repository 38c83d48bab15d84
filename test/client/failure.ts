import { ApiError } from '../../src/client/api-error.ts'

/** The ApiError that a promise rejects with; anything else fails the test. */
export async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw error
}
