import type { Endpoint } from '../../contract/endpoint.ts'
import type { ValidationError } from '../../contract/errors.ts'
import { unstorablePlace } from '../storable-text.ts'
import { textsOfSchema } from './text-of-schema.ts'

/**
 * What agents are given is kept as it was sent, by `jsonb()` where a column refuses it; all else that
 * people write has to be what PostgreSQL can keep: names, keys, ids.
 */
const ofAgents: readonly Endpoint['area'][] = ['agent', 'embed']

/** The place of a NUL or half a character in a request's path, query or body, as a fault. */
export function textFaults(
  { area, body }: Pick<Endpoint, 'area' | 'body'>,
  read: { params: unknown; query: unknown; body: unknown },
): ValidationError[] {
  const parts = [
    ['path', unstorablePlace(read.params)],
    ['query', unstorablePlace(read.query)],
    ['body', ofAgents.includes(area) ? placeInTexts(body, read.body) : unstorablePlace(read.body)],
  ] as const
  return parts.flatMap(([part, place]) => {
    if (!place) return []
    const msg = 'This holds characters that cannot be stored.'
    return [{ loc: [part, ...place], msg, type: 'value_error' }]
  })
}

function placeInTexts(schema: Endpoint['body'], value: unknown): (string | number)[] | null {
  for (const { text, place } of textsOfSchema(schema, value)) {
    if (unstorablePlace(text)) return place
  }
  return null
}
