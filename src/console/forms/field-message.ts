import type { ApiError } from '../../client/api-error.ts'

/** What a server refused about one field of the body, in its words. */
export function messageAt(error: ApiError | null, field: string): string | undefined {
  return error?.fieldErrors.find(({ loc }) => loc[0] === 'body' && loc[1] === field)?.msg
}
