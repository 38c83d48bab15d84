import type { ApiError } from '../../client/api-error.ts'

/** What a server refused about one field of the body, in its words. */
export function messageAt(error: ApiError | null, field: string): string | undefined {
  return error?.fieldErrors.find(({ loc }) => loc[0] === 'body' && loc[1] === field)?.msg
}

/** The same of a field that holds JSON: all that is wrong in it, each with its place. */
export function messagesWithin(error: ApiError | null, field: string): string | undefined {
  const faults = error?.fieldErrors.filter(({ loc }) => loc[0] === 'body' && loc[1] === field) ?? []
  if (faults.length === 0) return undefined
  return faults
    .map(({ loc, msg }) => [loc.slice(2).join('.'), msg].filter(Boolean).join(': '))
    .join(' ')
}
