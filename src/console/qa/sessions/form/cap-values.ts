import type { EndpointInput } from '../../../../contract/endpoint.ts'
import {
  type changeSessionCaps,
  type Session,
  sessionLimits,
} from '../../../../contract/qa/sessions.ts'
import { numberTyped, optionalNumberTyped } from '../../../forms/number-typed.ts'

/** A session's caps as they are typed. */
export type CapValues = Record<'at_once' | 'attempt_seconds' | 'tokens' | 'seconds', string>

/** How each is asked for, in the order of the form. */
export const capFields: readonly { name: keyof CapValues; label: string; hint: string }[] = [
  { name: 'at_once', label: 'Attempts at once', hint: `Up to ${sessionLimits.at_once}.` },
  {
    name: 'attempt_seconds',
    label: 'Seconds an attempt',
    hint: 'One that takes longer is stopped, and has failed.',
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
    at_once: numberTyped(caps.at_once),
    tokens: optionalNumberTyped(caps.tokens),
    seconds: optionalNumberTyped(caps.seconds),
    attempt_seconds: numberTyped(caps.attempt_seconds),
  }
}
