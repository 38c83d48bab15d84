import { attemptEnded } from '../../../../contract/qa/attempts.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'

/** What reviewers found better in a case, and how loud it is said. */
export interface BetterWords {
  readonly words: string
  readonly look: 'said' | 'open' | 'quiet' | 'running'
}

/**
 * What reviewers found better, else what it waits for.
 * @param roles what the targets are called, in their order
 */
export function betterWords(row: CaseRow, roles: readonly string[]): BetterWords {
  const counts = Object.entries(row.better).filter(([, count]) => count > 0)
  if (counts.length > 0) return { words: saidWords(counts, roles), look: 'said' }
  if (row.attempts.some(({ status }) => status === 'running')) {
    return { words: 'running', look: 'running' }
  }
  if (!row.attempts.every(attemptEnded)) return { words: 'waiting', look: 'quiet' }
  if (row.differs == null) return { words: '–', look: 'quiet' }
  return row.differs > 0
    ? { words: 'to judge', look: 'open' }
    : { words: 'not needed', look: 'quiet' }
}

/** Reviewers who do not agree are counted: “Candidate, 2 of 3”. */
function saidWords(counts: readonly [string, number][], roles: readonly string[]): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const [first, second] = sorted
  if (!first || first[1] === second?.[1]) return 'No agreement'
  const words = answerWords(first[0], roles)
  return second ? `${words}, ${first[1]} of ${all}` : words
}

function answerWords(answer: string, roles: readonly string[]): string {
  if (answer === 'tie') return 'Tie'
  if (answer === 'bad') return 'Both bad'
  return roles[Number(answer)] ?? answer
}
