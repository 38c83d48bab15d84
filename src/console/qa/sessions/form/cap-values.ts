import type { EndpointInput } from '../../../../contract/endpoint.ts'
import {
  type changeSessionCaps,
  type Session,
  sessionLimits,
} from '../../../../contract/qa/sessions.ts'
import { numberOf, optionalNumber } from './typed-numbers.ts'

/** A session's caps as they are typed. */
export type CapValues = Record<'at_once' | 'attempt_seconds' | 'tokens' | 'seconds', string>

/** How each is asked for, in the order of the form. */
export const capFields: readonly { name: keyof CapValues; label: string; hint: string }[] = [
  { name: 'at_once', label: 'Attempts at once', hint: `Up to ${sessionLimits.at_once}.` },
  {
    name: 'attempt_seconds',
    label: 'Seconds an attempt',
    hint: 'One that takes longer is stopped, and is an error.',
  },
  {
    name: 'tokens',
    label: 'Tokens in all',
    hint: 'Once so many were used no attempt begins. Empty: no limit.',
  },
  {
    name: 'seconds',
    label: 'Seconds in all',
    hint: 'After so long no attempt begins. Empty: no limit.',
  },
]

/** Those of a session, to be changed. */
export function typedCaps({
  at_once,
  attempt_seconds,
  tokens,
  seconds,
}: Session['caps']): CapValues {
  return {
    at_once: String(at_once),
    attempt_seconds: String(attempt_seconds),
    tokens: String(tokens ?? ''),
    seconds: String(seconds ?? ''),
  }
}

/** What is sent for them. What is no number is refused by the server, at its field. */
export function capsRequest(
  caps: CapValues,
): NonNullable<EndpointInput<typeof changeSessionCaps>['body']> {
  return {
    at_once: numberOf(caps.at_once),
    tokens: optionalNumber(caps.tokens),
    seconds: optionalNumber(caps.seconds),
    attempt_seconds: numberOf(caps.attempt_seconds),
  }
}
