import { expect, it } from 'vitest'
import type { Attempt } from '../../../contract/qa/attempts.ts'
import { shownAttempts } from './review-item.ts'

const attempt = (target: number, repeat: number, status: string) =>
  ({ target, repeat, status }) as Attempt

it('a reviewer reads of each target the first repeat that has ended, and nothing while none has', () => {
  const attempts = [
    attempt(0, 1, 'running'),
    attempt(0, 2, 'failed'),
    attempt(0, 3, 'passed'),
    attempt(1, 1, 'waiting'),
  ]
  expect(shownAttempts(attempts, 2).map((shown) => shown?.repeat)).toEqual([2, undefined])
})
