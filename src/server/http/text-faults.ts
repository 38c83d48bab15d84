import type { Endpoint } from '../../contract/endpoint.ts'
import type { ValidationError } from '../../contract/errors.ts'
import { unstorablePlace } from '../storable-text.ts'

/**
 * What agents are given is kept as it was sent, by `jsonb()` where a column refuses it; all else that
 * people write has to be what PostgreSQL can keep.
 */
const ofAgents: readonly Endpoint['area'][] = ['agent', 'embed']

/** The place of a NUL or half a character in a request's path, query or body, as a fault. */
export function textFaults(
  { area }: Pick<Endpoint, 'area'>,
  read: { params: unknown; query: unknown; body: unknown },
): ValidationError[] {
  const parts = [
    ['path', read.params],
    ['query', read.query],
    ...(ofAgents.includes(area) ? [] : [['body', read.body] as const]),
  ] as const
  return parts.flatMap(([part, value]) => {
    const place = unstorablePlace(value)
    if (!place) return []
    const msg = 'This holds characters that cannot be stored.'
    return [{ loc: [part, ...place], msg, type: 'value_error' }]
  })
}
