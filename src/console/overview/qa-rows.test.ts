import { expect, it } from 'vitest'
import type { SessionSummary } from '../../contract/qa/sessions.ts'
import { judgeRow, leftToJudge, sessionRow, sessionsAt } from './qa-rows.tsx'

const session = (more: object) =>
  ({
    ...{ session_id: 's', name: 'Tone', suite_name: 'Orders', status: 'done', targets: [] },
    ...{ to_judge: 0, judged: 0, attempts: 0, ended_attempts: 0, created_at: '2026-11-20T13:00Z' },
    ...more,
  }) as unknown as SessionSummary

it('37: sessions are shown where their targets are; of one that is hidden nobody is told where', () => {
  const at = (...ids: string[]) =>
    session({ targets: ids.map((connection_id) => ({ connection_id })) })
  const all = [at('local'), at('cloud'), at('cloud', 'local'), at()]
  expect(sessionsAt(all, 'local')).toEqual([all[0], all[2], all[3]])
})

it('37: nothing is left to judge of a session that runs or is closed, or that asks others', () => {
  expect(leftToJudge(session({ to_judge: 50, judged: 31 }))).toBe(19)
  for (const status of ['running', 'closed']) {
    expect(leftToJudge(session({ to_judge: 50, judged: 31, status }))).toBe(0)
  }
  expect(leftToJudge(session({}))).toBe(0)
})

it('37: a row leads to the next case to be judged, or to the session that runs', () => {
  expect(judgeRow(session({ to_judge: 50, judged: 31, review_index: 7 }))).toMatchObject({
    to: '/qa/sessions/s/review/7',
    title: '19 to judge · Tone',
    detail: 'Orders',
  })
  expect(sessionRow(session({ attempts: 1_300, ended_attempts: 214 }))).toMatchObject({
    to: '/qa/sessions/s',
    title: 'QA session Tone',
    detail: '214 of 1,300 attempts',
  })
})
