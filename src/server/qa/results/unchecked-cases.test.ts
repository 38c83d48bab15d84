import { describe, expect, it } from 'vitest'
import { sampleSession, sampleVerdict } from '../../../../test/server/qa/sample-session.ts'
import type { Case } from '../../../contract/qa/cases.ts'
import { caseCells } from './case-cells.ts'
import { type JudgedAnswer, verdictOf } from './judged-answer.ts'
import { hasDecidingCheck, uncheckedCases } from './unchecked-cases.ts'

const facts = sampleSession({ refund: ['ppp'], later: ['ppf'], broken: ['fff'] })
const [refund, later] = facts.cases as [Case, Case]

const judged = (more: Partial<JudgedAnswer>): JudgedAnswer => ({
  session_id: 'session-0',
  session_name: 'Before',
  attempt_id: 'attempt-0',
  fingerprint: 'same',
  case: refund,
  verdict: 'pass',
  reviewers: ['Anna'],
  at: new Date('2026-11-03T10:00:00Z'),
  ...more,
})

/** How the cases stand; `alike` of the repeats of each answered as the judged answer did. */
function stand(answers: JudgedAnswer[], alike = 3, cases: readonly Case[] = facts.cases) {
  const fingerprints = new Map(
    facts.attempts.map(({ attempt_id, repeat }) => [
      attempt_id,
      repeat <= alike ? 'same' : `other ${attempt_id}`,
    ]),
  )
  const rows = caseCells(facts.session, facts.attempts, [])
  const found = uncheckedCases(facts.session, cases, rows, { fingerprints, judged: answers })
  return Object.fromEntries(found.map((one) => [one.case_key, one]))
}

describe('a case that no check decides', () => {
  it('passes where enough answers equal one that was judged pass, and names who, when and where', () => {
    expect(stand([judged({})]).refund).toMatchObject({
      standing: 'judged',
      words: 'Equals an answer that Anna judged pass on 3 Nov 2026.',
      equals: { session_id: 'session-0', attempt_id: 'attempt-0', verdict: 'pass' },
    })
    // Two of the three repeats have to pass.
    expect(stand([judged({})], 2).refund?.standing).toBe('judged')
    expect(stand([judged({})], 1).refund).toMatchObject({
      standing: 'open',
      words:
        'Needs judging: 1 of 3 answers equal one that Anna judged pass on 3 Nov 2026, 2 are needed.',
    })
  })

  it('needs judging where nothing like it was judged, or another case was', () => {
    const none = 'Needs judging: no check decides, and no equal answer was judged as passed.'
    const other = { ...refund, turns: [{ do: 'send' as const, text: 'Something else' }] }
    const begins = { ...refund, start: { kind: 'state' as const, values: { messages: [] } } }
    for (const answers of [
      [],
      [judged({ fingerprint: 'other' })],
      [judged({ case: later })],
      [judged({ case: other })],
      [judged({ case: begins })],
    ]) {
      expect(stand(answers).refund).toMatchObject({ standing: 'open', words: none, equals: null })
    }
    // What the suite says of it beside what is said to the agent may change.
    const renamed = { ...refund, expected: 'Better words.', tags: ['new'] }
    expect(stand([judged({ case: renamed })]).refund?.standing).toBe('judged')
  })

  it('needs judging where an equal answer was judged as failed and never as passed', () => {
    const failed = judged({ verdict: 'fail', reviewers: ['Ben', 'Cleo'] })
    expect(stand([failed]).refund).toMatchObject({
      standing: 'open',
      words:
        'Needs judging: an equal answer was judged as failed (Ben and Cleo judged fail on 3 Nov 2026).',
      equals: { verdict: 'fail' },
    })
    expect(stand([failed, judged({})]).refund?.standing).toBe('judged')
  })

  it('33: says of an answer that was judged itself by whom, and not that it equals one', () => {
    const [own] = facts.attempts
    const itself = { attempt_id: own?.attempt_id ?? '', reviewers: ['Ben', 'Cleo'] }
    expect(stand([judged(itself)]).refund).toMatchObject({
      standing: 'judged',
      words: 'It was judged pass by Ben and Cleo on 3 Nov 2026.',
    })
    // Not by more than half of who judged it, or it would have failed.
    expect(stand([judged({ ...itself, verdict: 'fail' })]).refund).toMatchObject({
      standing: 'open',
      words: 'It is not decided: it was judged fail by Ben and Cleo on 3 Nov 2026.',
    })
  })

  it('is not one that has failed, or that a check decides', () => {
    expect(Object.keys(stand([]))).toEqual(['refund', 'later'])
    const checked = { ...refund, checks: [{ check: 'max_words' as const, words: 9 }] }
    expect(stand([], 3, [checked, later])).not.toHaveProperty('refund')
    const asks = { turns: [{ do: 'expect_interrupt' as const }], checks: [] }
    expect([hasDecidingCheck(asks), hasDecidingCheck(refund)]).toEqual([true, false])
  })
})

describe('what reviewers came to about an answer', () => {
  const rubric = [
    { key: 'correct', label: 'Correct', kind: 'pass' as const },
    { key: 'tone', label: 'Tone', kind: 'pass' as const },
    { key: 'size', label: 'Size', kind: 'scale' as const },
  ]
  const said = (name: string, marks: Record<string, string | number>, day = 3) =>
    sampleVerdict(0, name, { marks: [marks], at: new Date(Date.UTC(2026, 10, day)) })
  const pass = { correct: 'pass', tone: 'pass' }

  it('is pass where one marked every pass item so and nobody one as failed', () => {
    expect(verdictOf([said('ben', pass, 5), said('ana', pass)], 0, rubric)).toEqual({
      verdict: 'pass',
      reviewers: ['ana', 'ben'],
      at: new Date(Date.UTC(2026, 10, 5)),
    })
    const unsure = said('ben', { correct: 'pass', tone: 'unsure' })
    expect(verdictOf([said('ana', pass), unsure], 0, rubric)?.reviewers).toEqual(['ana'])
    expect(verdictOf([unsure, said('cleo', { correct: 'pass', size: 5 })], 0, rubric)).toBeNull()
  })

  it('is fail where one marked an item as failed, and nothing where the rubric asks for neither', () => {
    const fails = said('ben', { correct: 'fail' })
    expect(verdictOf([said('ana', pass), fails], 0, rubric)).toMatchObject({
      verdict: 'fail',
      reviewers: ['ben'],
    })
    expect(verdictOf([said('ana', { size: 5 })], 0, rubric.slice(2))).toBeNull()
    expect(verdictOf([fails], 1, rubric)).toBeNull()
  })
})
