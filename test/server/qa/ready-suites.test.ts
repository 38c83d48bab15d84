import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionLimits } from '../../../src/contract/qa/sessions.ts'
import type { SuiteSummary } from '../../../src/contract/qa/suites.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

eachMayTake(2)

let qa: QaStack
beforeAll(async () => {
  qa = await startQaStack()
})
afterAll(() => qa?.stack.close())

/** The assistant that a suite is named after. */
const target = ({ name }: SuiteSummary) => qa.target(name.split(':')[0]?.toLowerCase() ?? '')

it('the qa begins with suites for the examples, whose cases pass there', async () => {
  const suites = await qa.stack.json<SuiteSummary[]>('GET', '/gateway/qa/suites')
  expect(suites.map(({ name }) => name).sort()).toEqual([
    'Approval: asks before it acts',
    'Guide: what people ask',
    'Slow: stops and roll-backs',
  ])
  const tried = await Promise.all(
    suites.map(async (suite) => {
      const begun = await qa.begin(suite, {
        targets: [{ ...target(suite), revision_id: null }],
        caps: { at_once: sessionLimits.at_once },
      })
      const session = await qa.ended(begun.session_id)
      const failed = (await qa.grid(session.session_id)).flatMap(({ case_key, attempts }) =>
        attempts.every(({ status }) => status === 'passed') ? [] : [case_key],
      )
      return { suite, session, failed }
    }),
  )
  for (const { suite, session, failed } of tried) {
    expect(failed).toEqual([])
    expect(session.tallies[0]).toMatchObject({ passed_cases: suite.case_count })
  }
})

it('tries a revision as a preview, beside what serves', async () => {
  const [suite] = await qa.stack.json<SuiteSummary[]>('GET', '/gateway/qa/suites')
  if (!suite) throw new Error('The qa has no suite.')
  const revision_id = qa.deployment.latest_revision_id
  const begun = await qa.begin(suite, {
    targets: [
      { ...target(suite), revision_id: null },
      { ...target(suite), revision_id },
    ],
    caps: { at_once: sessionLimits.at_once },
  })
  expect(begun.targets).toMatchObject([
    { revision_id: null, served_revision_id: revision_id },
    {
      revision_id,
      served_revision_id: null,
      preview_id: expect.any(String),
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    },
  ])
  const session = await qa.ended(begun.session_id)
  expect(session.tallies.map(({ passed_cases }) => passed_cases)).toEqual([
    suite.case_count,
    suite.case_count,
  ])
  const [row] = await qa.grid(session.session_id)
  const [served, previewed] = row?.attempts ?? []
  const status = async (name: string, id: string | undefined) => {
    const path = `/gateway/qa/sessions/${session.session_id}/attempts/${id}`
    const { thread_id } = await qa.stack.json<{ thread_id: string }>('GET', path)
    return (await qa.stack.call('GET', `/agents/${name}/threads/${thread_id}`)).status
  }
  const preview = `examples@${revision_id}`
  expect(await status('examples', served?.attempt_id)).toBe(200)
  expect(await status('examples', previewed?.attempt_id)).toBe(404)
  expect(await status(preview, previewed?.attempt_id)).toBe(200)
})
