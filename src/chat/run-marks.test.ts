import { expect, it } from 'vitest'
import type { Run } from '../contract/agent-server/runs.ts'
import { runMarks } from './run-marks.ts'

const at = '2030-01-01T00:00:00Z'
const record = (run_id: string, kwargs: Run['kwargs']): Run => ({
  run_id,
  thread_id: 't',
  status: 'success',
  created_at: at,
  updated_at: at,
  kwargs,
})
const shown = {
  records: [record('asked', { feedback_keys: ['user_score'] }), record('plain', {})],
  run: null,
  ownCancels: [],
}
const keys = (session: Parameters<typeof runMarks>[1], ratesAll?: boolean) =>
  Object.fromEntries(
    [...runMarks(shown, session, ratesAll)].map(([id, mark]) => [id, mark.feedbackKeys]),
  )

it('a run takes votes by the keys that it was started with, one that was started with none by the session’s', () => {
  expect(keys({ feedbackKeys: ['other'], keepsVotes: false })).toEqual({
    asked: ['user_score'],
    plain: ['other'],
  })
  expect(keys({ feedbackKeys: ['other'], keepsVotes: false }, false)).toMatchObject({ plain: [] })
})

it('where votes are kept apart from the server every run takes them, by the session’s keys', () => {
  expect(keys({ feedbackKeys: ['other'], keepsVotes: true })).toEqual({
    asked: ['other'],
    plain: ['other'],
  })
})
