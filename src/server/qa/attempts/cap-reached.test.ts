import { expect, it } from 'vitest'
import { capReached } from './cap-reached.ts'

const now = new Date('2026-11-30T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
type Session = Parameters<typeof capReached>[0]
const reached = (session: Partial<Session>, tokens = 0) =>
  capReached({ caps: {}, ran_ms: 0, running_since: null, ...session } as Session, tokens, now)
const caps = (more: object) => ({ at_once: 1, attempt_seconds: 60, ...more }) as Session['caps']

it('34.1: a cap of tokens is reached with the last of them', () => {
  expect(reached({ caps: caps({ tokens: 1_000 }) }, 999)).toBeNull()
  expect(reached({ caps: caps({ tokens: 1_000 }) }, 1_000)).toBe(
    'The cap of 1,000 tokens is reached.',
  )
  expect(reached({ caps: caps({ tokens: 1 }) }, 7)).toBe('The cap of 1 token is reached.')
  expect(reached({ caps: caps({ tokens: null }) }, 1_000_000)).toBeNull()
})

it('34.1: a cap of seconds counts what ran before a pause and since it goes on, and no pause', () => {
  const session = { caps: caps({ seconds: 10 }), ran_ms: 4_000 }
  expect(reached(session)).toBeNull()
  expect(reached({ ...session, running_since: ago(5) })).toBeNull()
  expect(reached({ ...session, running_since: ago(6) })).toBe('The cap of 10 seconds is reached.')
  expect(reached({ ...session, ran_ms: 10_000 })).toBe('The cap of 10 seconds is reached.')
  expect(reached({ ran_ms: 1_000_000, caps: caps({}) })).toBeNull()
})
