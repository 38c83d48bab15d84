import { expect, it } from 'vitest'
import { sampleSession, sampleVerdict } from '../../../../test/server/qa/sample-session.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { computeResults } from './compute-results.ts'
import { whyFailed } from './why-failed.ts'

const cells = {
  stays: ['ppp', 'ppp'],
  breaks: ['ppf', 'ffp'],
  mends: ['fff', 'ppp'],
  never: ['fff', 'fpf'],
}

it('counts cases by target, with what their repeats say', () => {
  const { targets, flaky } = computeResults(sampleSession(cells))
  expect(targets).toMatchObject([
    { cases: 4, passed: 2, flaky: 1, all_passed: 1, tokens: 480, tokens_an_attempt: 40 },
    { cases: 4, passed: 2, flaky: 2, all_passed: 2, tokens: 960, tokens_an_attempt: 80 },
  ])
  expect(targets[0]).toMatchObject({ first_token_p50_ms: 200, p50_ms: 2_000, p95_ms: 3_000 })
  expect(targets[0]?.interval?.low).toBeCloseTo(0.15004, 5)
  expect(flaky.map(({ case_key, target, repeats }) => [case_key, target, repeats.join()])).toEqual([
    ['breaks', 0, 'passed,passed,failed'],
    ['breaks', 1, 'failed,failed,passed'],
    ['never', 1, 'failed,passed,failed'],
  ])
  // Of 3, 2, 0 and 0 passes of three: (1 + 2/3) / 4, (1 + 1) / 4; (1 + 1/3) / 4, 1 / 4.
  expect(targets[0]?.pass_at_k['1']).toBeCloseTo(5 / 12)
  expect(targets[0]?.pass_at_k['2']).toBeCloseTo(2 / 4)
  expect(targets[0]?.pass_hat_k['2']).toBeCloseTo(4 / 12)
  expect(targets[0]?.pass_hat_k['3']).toBeCloseTo(1 / 4)
  expect(Object.keys(targets[0]?.pass_at_k ?? {})).toEqual(['1', '2', '3'])
})

it('says how many attempts and cases its times, tokens and repeats are of', () => {
  expect(computeResults(sampleSession(cells)).words).toMatchObject({
    cost: 'p50 of the attempts: 2.0 s on the first target (n = 12) and 2.0 s on the candidate (n = 12). Tokens were told by 12 on the first target and 12 on the candidate.',
    flaky:
      'One on the first target and two on the candidate pass with one repeat and not with another (n = 4 each).',
  })
  expect(computeResults(sampleSession({ one: ['pf'] })).words.flaky).toBe(
    'One case passes with one repeat and not with another (n = 1).',
  )
  expect(computeResults(sampleSession({ one: ['c', 'p'] })).words).toMatchObject({
    cost: 'p50 of the attempts: 1.0 s on the candidate (n = 1). Tokens were told by 0 on the first target and 1 on the candidate.',
    flaky: 'Each case was tried once. Repeats show which pass only sometimes.',
  })
})

it('compares the candidate with the first target, regressions with their reason', () => {
  const facts = sampleSession(cells)
  const results = computeResults({ ...facts, whyOf: whyFailed })
  expect(results).toMatchObject({ fixed: 1, fail_on_both: 1, mcnemar_p: 1 })
  expect(results.regressions).toMatchObject([
    {
      case_key: 'breaks',
      case_index: 1,
      before: ['passed', 'passed', 'failed'],
      after: ['failed', 'failed', 'passed'],
      why: 'answer contains “30 days”: no answer',
    },
  ])
  expect(computeResults(facts).regressions[0]?.why).toBe('One check failed.')
  expect(results.words.regressions).toBe(
    'One of four cases passed on the first target and fails on the candidate. One was fixed, one fails on both.',
  )
  expect(results.words.pass_rate).toBe(
    '95 % Wilson intervals, 15.0–85.0 % and 15.0–85.0 %, n = 4 each. One case was fixed and one broke: that alone could be chance (exact McNemar, p = 1).',
  )
})

it('lets a case fail that more than half of its reviewers failed, for their reason', () => {
  const facts = sampleSession({ one: ['p', 'p'], two: ['p', 'p'] })
  const fails = { marks: [{ correct: 'pass' }, { correct: 'fail' }] } as const
  const passes = { marks: [{ correct: 'pass' }, { correct: 'pass' }] } as const
  const verdicts = [
    sampleVerdict(0, 'Ines', { marks: [...fails.marks], note: 'Promises a new address.' }),
    sampleVerdict(1, 'Ines', { marks: [...fails.marks] }),
    sampleVerdict(1, 'Tomas', { marks: [...passes.marks] }),
  ]
  const { targets, regressions, judged } = computeResults({ ...facts, verdicts })
  expect(targets.map(({ passed }) => passed)).toEqual([2, 1])
  expect(regressions.map(({ case_key, why }) => [case_key, why])).toEqual([
    ['one', 'Promises a new address.'],
  ])
  // Marks alone do not say which of a pair is better.
  expect(judged).toBe(0)
  const silent = verdicts.map((verdict) => ({ ...verdict, note: '' }))
  expect(computeResults({ ...facts, verdicts: silent }).regressions[0]?.why).toBe(
    'Ines marked “Correct” as failed.',
  )
})

it('counts what was cancelled or in error as not passed, and says so', () => {
  const { targets, regressions, words } = computeResults(
    sampleSession({ one: ['p', 'c'], two: ['p', 'e'], three: ['p', 'w'], four: ['p', 'p'] }),
  )
  expect(targets.map(({ cases, passed }) => [passed, cases])).toEqual([
    [4, 4],
    [1, 3],
  ])
  expect(regressions.map(({ why }) => why)).toEqual(['It was cancelled.', 'It could not be tried.'])
  expect(words.pass_rate).toContain('One of four cases has not ended.')
  expect(words.pass_rate).toContain(
    'Two cases count as not passed on the candidate, with attempts that were cancelled or could not be tried.',
  )
  expect(words.regressions).toContain('Of these, two had attempts that were cancelled')
})

it('counts a pair once, as most of its reviewers answered, and sides by verdict', () => {
  const places = Array.from({ length: 40 }, (_, index) => index)
  const better = (index: number) =>
    index < 21 ? ('1' as const) : index < 29 ? ('0' as const) : index < 38 ? 'tie' : 'bad'
  const verdicts = places.map((index) =>
    sampleVerdict(index, 'Ines', { better: better(index), left_target: index % 2 === 0 ? 0 : 1 }),
  )
  const facts = sampleSession(Object.fromEntries(places.map((at) => [`case-${at}`, ['p', 'p']])))
  const { preference, words } = computeResults({ ...facts, verdicts })
  expect(preference).toMatchObject({ first: 8, second: 21, tie: 9, bad: 2, n: 40 })
  expect(preference?.sign_test_p).toBeCloseTo(0.02412, 5)
  expect(words.preference).toBe(
    'The candidate won 21 of 29 decided pairs. If both were equally good, a split this uneven would turn up in 2.4 % of sessions (exact sign test, p = 0.024, n = 29).',
  )
  expect(words.left).toBe('Left side chosen in 14 of 29: no sign of a habit (p = 1).')

  const others = [
    sampleVerdict(0, 'Tomas', { better: '0' }),
    sampleVerdict(1, 'Tomas', { better: 'tie' }),
    sampleVerdict(1, 'Uma', { better: 'tie' }),
    sampleVerdict(2, 'Tomas', { better: '1' }),
  ]
  const more = computeResults({ ...facts, verdicts: [...verdicts, ...others] })
  expect(more.preference).toMatchObject({ first: 8, second: 19, tie: 11, bad: 2, n: 40 })
  expect(more.words.preference).toMatch(
    /n = 27\)\. One pair counts as a tie: its reviewers were divided\.$/,
  )
})

it('33: does not say of pairs whose reviewers were divided that they were judged a tie', () => {
  const facts = sampleSession({ one: ['p', 'p'], two: ['p', 'p'] })
  const ines = [0, 1].map((index) => sampleVerdict(index, 'Ines', { better: '1' }))
  const tomas = [sampleVerdict(0, 'Tomas', { better: 'bad' })]
  const said = (...more: VerdictRow[]) =>
    computeResults({ ...facts, verdicts: [...ines, ...tomas, ...more] }).words.preference
  const few = 'Only two pairs were judged: too few to tell which is better.'
  expect(said(sampleVerdict(1, 'Tomas', { better: '0' }))).toBe(
    `${few} Two pairs count as ties: their reviewers were divided.`,
  )
  const ties = ['Tomas', 'Uma'].map((name) => sampleVerdict(1, name, { better: 'tie' }))
  expect(said(...ties)).toBe(
    `${few} Two pairs were a tie or bad on both sides. One pair counts as a tie: its reviewers were divided.`,
  )
})

it('says that under ten judged pairs are too few, and that a habit of side is likely', () => {
  const facts = sampleSession({ one: ['p', 'p'], two: ['p', 'p'] })
  const verdicts = [0, 1].map((index) => sampleVerdict(index, 'Ines', { better: '1' }))
  const { words } = computeResults({ ...facts, verdicts })
  expect(words.preference).toBe(
    'Only two pairs were judged: too few to tell which is better. The candidate won 2 of 2 decided pairs (exact sign test, p = 0.5, n = 2).',
  )
  expect(words.left).toContain('too few')
  const reviewers = Array.from({ length: 12 }, (_, at) => `reviewer-${at}`)
  const lefts = reviewers.map((name) => sampleVerdict(0, name, { better: '1', left_target: 1 }))
  expect(computeResults({ ...facts, verdicts: lefts }).words.left).toBe(
    'Left side chosen in 12 of 12: a habit of choosing the left is likely (exact sign test, p < 0.001). Read the preference with care.',
  )
  const open = { ...facts.session, is_blind: false }
  expect(computeResults({ ...facts, session: open, verdicts: lefts }).words.left).toContain(
    'always stood there',
  )
})

it('measures the agreement of two with kappa, of more with alpha', () => {
  const answers = ['1', '1', '1', '0', '0', 'tie', '1', '0', 'tie', 'bad'] as const
  const ines = answers.map((better, at) => sampleVerdict(at, 'Ines', { better }))
  const tomas = answers.map((better, at) =>
    sampleVerdict(at, 'Tomas', { better: at === 0 ? 'tie' : better }),
  )
  const facts = sampleSession(Object.fromEntries(answers.map((_, at) => [`c${at}`, ['p', 'p']])))
  const two = computeResults({ ...facts, verdicts: [...ines, ...tomas] })
  // Chance alone: (4·3 + 3·3 + 2·3 + 1·1) / 100.
  expect(two.agreement).toMatchObject({ measure: 'kappa', n: 10, reviewers: 2 })
  expect(two.agreement?.value).toBeCloseTo((0.9 - 0.28) / 0.72)
  expect(two.words.agreement).toMatch(
    /^Ines and Tomas judged ten cases both and chose the same in nine\. With so few the true value may be anywhere from 0\.\d\d to 1\.00/,
  )
  const third = [sampleVerdict(3, 'Uma', { better: '1' }), sampleVerdict(4, 'Uma', { better: '0' })]
  const three = computeResults({ ...facts, verdicts: [...ines, ...third] })
  expect(three.agreement).toMatchObject({ measure: 'kappa', n: 2 })
  const all = computeResults({ ...facts, verdicts: [...ines, ...tomas, ...third] })
  expect(all.agreement).toMatchObject({ measure: 'alpha', n: 10, reviewers: 3 })
  expect(computeResults({ ...facts, verdicts: ines }).agreement).toBeNull()
})

it('takes the first item of a rubric without a pass item where there is one target', () => {
  const rubric = [{ key: 'tone', label: 'Tone', kind: 'scale' as const }]
  const mark = (index: number, reviewer: string, tone: number) =>
    sampleVerdict(index, reviewer, { marks: [{ tone }] })
  const verdicts = [mark(0, 'a', 5), mark(0, 'b', 5), mark(1, 'a', 2), mark(1, 'b', 2)]
  const facts = sampleSession({ one: ['p'], two: ['p'] }, { rubric }, verdicts)
  expect(computeResults(facts).agreement).toMatchObject({ measure: 'kappa', value: 1, n: 2 })
})

it('takes the first pass item of the rubric where there is one target', () => {
  const facts = sampleSession({ one: ['pp'], two: ['pf'] })
  const mark = (index: number, reviewer: string, correct: string) =>
    sampleVerdict(index, reviewer, { marks: [{ correct }], seconds: 10 + index * 20 })
  const verdicts = [
    mark(0, 'a', 'pass'),
    mark(0, 'b', 'pass'),
    mark(1, 'a', 'fail'),
    mark(1, 'b', 'fail'),
  ]
  const results = computeResults({ ...facts, verdicts })
  expect(results).toMatchObject({
    agreement: { measure: 'kappa', value: 1, n: 2 },
    preference: null,
    mcnemar_p: null,
    regressions: [],
    to_judge: 2,
    judged: 2,
    median_verdict_seconds: 20,
  })
  expect(results.words).not.toHaveProperty('preference')
})

it('finds what broke and what was fixed since an earlier session, by the keys of the cases', () => {
  const facts = sampleSession({
    kept: ['p', 'p'],
    broke: ['f', 'f'],
    news: ['f', 'f'],
    mended: ['f', 'p'],
  })
  const earlier = sampleSession(
    { mended: ['f'], gone: ['p'], broke: ['p'], kept: ['p'] },
    { session_id: 'session-0', name: 'Before', created_at: new Date('2026-11-13T09:00:00Z') },
  )
  const results = computeResults({ ...facts, earlier })
  expect(results.regressions.map(({ case_key }) => case_key)).toEqual(['broke'])
  expect(results.earlier).toEqual({
    session_id: 'session-0',
    name: 'Before',
    created_at: '2026-11-13T09:00:00.000Z',
    fixed: 1,
    broken: 1,
    mcnemar_p: 1,
    n: 3,
  })
  expect(results.words.regressions).toBe(
    'One of three cases passed in “Before” of 2026-11-13 and fails now. None fail both times. One case was fixed and one broke: that alone could be chance (exact McNemar, p = 1).',
  )
  // Between the targets one was fixed and two fail on both, whatever was before.
  expect(results).toMatchObject({ fixed: 1, fail_on_both: 2 })
})

it('does not call a case flaky, failed or ended while a repeat is missing', () => {
  const facts = sampleSession({ one: ['pf', 'pw'], two: ['pp', 'pp'] })
  const attempts = facts.attempts.filter(
    ({ case_key, target }) => case_key === 'one' || target === 0,
  )
  const { targets, flaky, regressions } = computeResults({ ...facts, attempts })
  expect(flaky.map(({ case_key, target }) => [case_key, target])).toEqual([['one', 0]])
  expect(targets.map(({ cases, flaky }) => [cases, flaky])).toEqual([
    [2, 1],
    [0, 0],
  ])
  expect(regressions).toEqual([])
})

it('has words for a session of which nothing has ended', () => {
  const { targets, words, judged, regressions } = computeResults(
    sampleSession({ one: ['ww', 'rw'] }),
  )
  expect(targets[0]).toMatchObject({ cases: 0, passed: 0, interval: null, p50_ms: null, tokens: 0 })
  expect(words).toMatchObject({
    pass_rate: 'No case has ended yet.',
    regressions: 'No case has ended on both targets yet.',
    preference: 'No pair has been judged yet.',
  })
  expect(judged).toBe(0)
  expect(regressions).toEqual([])
})

it('tells of a regression that people found what they said of either side', () => {
  const facts = sampleSession({ one: ['p', 'p'] })
  const verdicts = [
    sampleVerdict(0, 'Ines', { marks: [{ correct: 'pass' }, { correct: 'fail' }], note: 'Rude.' }),
  ]
  expect(computeResults({ ...facts, verdicts }).regressions).toMatchObject([
    {
      before: ['passed'],
      before_marked: { passed: 1, failed: 0 },
      after: ['passed'],
      after_marked: { passed: 0, failed: 1 },
      why: 'Rude.',
    },
  ])
})
