import { expect, it } from 'vitest'
import type { AttemptStatus } from '../../../../contract/qa/attempts.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { betterWords } from './better-words.ts'

const words = (
  better: Record<string, number>,
  differs: number | null = 0.3,
  statuses: readonly AttemptStatus[] = ['passed', 'failed'],
) => {
  const attempts = statuses.map((status) => ({ status })) as CaseRow['attempts']
  const row = { case_key: 'x', case_index: 0, tags: [], first_message: '', attempts }
  return betterWords({ ...row, better, differs }, ['Serving', 'Candidate']).words
}

it('says who was found better, and by how many where they do not agree', () => {
  expect(words({ '1': 2 })).toBe('Candidate')
  expect(words({ '0': 1, tie: 0 })).toBe('Serving')
  expect(words({ tie: 1 })).toBe('Tie')
  expect(words({ bad: 3 })).toBe('Both bad')
  expect(words({ '1': 2, bad: 1 })).toBe('Candidate, 2 of 3')
  expect(words({ '0': 1, '1': 1 })).toBe('No agreement')
})

it('says what a case without a verdict waits for', () => {
  expect(words({})).toBe('to judge')
  expect(words({}, 0)).toBe('not needed')
  expect(words({}, null)).toBe('–')
  expect(words({}, 0.3, ['passed', 'running'])).toBe('running')
  expect(words({}, null, ['passed', 'waiting'])).toBe('waiting')
})
