import { expect, it } from 'vitest'
import { sampleSession, sampleVerdict } from '../../../../test/server/qa/sample-session.ts'
import { wantedPosts } from './wanted-posts.ts'

const { session } = sampleSession({ refund: ['p', 'p'] })
const rubric = [
  { key: 'correct', label: 'Correct', kind: 'pass' as const },
  { key: 'length', label: 'Length', kind: 'choice' as const, choices: ['short', 'long'] },
]
const runs = new Map([
  ['first', 'run-1'],
  ['second', 'run-2'],
])
const verdict = sampleVerdict(0, 'ana', {
  marks: [{ correct: 'unsure', length: 'long' }, {}],
  better: 'bad',
  note: 'Both invent a rule.',
  attempt_ids: ['first', 'second'],
})

it('posts a key for each mark and the preference, and the note with the first', () => {
  const posts = wantedPosts({ ...session, rubric }, [verdict], runs)
  expect(
    posts.map(({ run_id, feedback_key, wanted: { metadata: _, ...said } }) => [
      run_id,
      feedback_key,
      said,
    ]),
  ).toEqual([
    ['run-1', 'correct', { value: 'unsure', comment: 'Both invent a rule.' }],
    ['run-1', 'length', { value: 'long' }],
    ['run-1', 'qa_preference', { score: -1, value: 'both bad' }],
    ['run-2', 'qa_preference', { score: -1, value: 'both bad', comment: 'Both invent a rule.' }],
  ])
})

it('posts nothing on the runs of other servers, and none where no run was read', () => {
  const targets = session.targets.map((target) => ({ ...target, connection_id: 'elsewhere' }))
  expect(wantedPosts({ ...session, rubric, targets }, [verdict], runs)).toEqual([])
  expect(wantedPosts({ ...session, rubric }, [{ ...verdict, attempt_ids: [] }], runs)).toEqual([])
})
