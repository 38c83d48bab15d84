import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../../src/contract/qa/sessions.ts'
import type { Suite } from '../../src/contract/qa/suites.ts'
import { renderConsole } from '../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from './threads/agent.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
})
afterAll(async () => {
  await bench?.quiet()
  await bench?.close()
})

/** What stands in the card of that title. */
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}

it('shows what fails, waits and runs, and how it went, each with the way there', async () => {
  const { user, router } = renderConsole(bench.stack, '/overview')
  await screen.findByRole('heading', { level: 1, name: /^Deploy agents/ })
  // With the first run it is what is looked over.
  await bench.wait(await bench.thread(), 'talk', said('hello'))
  const [fails, waits, runs] = [
    await card('Fails'),
    await card('Needs you'),
    await card('Runs now'),
  ]
  fails.getByText('No run failed.')
  waits.getByText('Nothing needs you.')
  await runs.findByText('Nothing runs.')
  await screen.findByRole('heading', { level: 1, name: 'Overview' })

  // It is told of what happens meanwhile.
  await bench.wait(await bench.thread('Goes wrong'), 'troubled', { trouble: 'throw' })
  await bench.wait(await bench.thread('Asks somebody'), 'approve', {})
  await bench.run(await bench.thread('At work'), 'steps', { gates: { second: 'overview' } })
  await bench.gate.reached('overview')
  expect(await fails.findByRole('link', { name: /planned failure/ })).toBeVisible()
  await fails.findByText('agent · Goes wrong')
  await waits.findByRole('link', { name: /^Asks somebody/ })
  await runs.findByRole('link', { name: /^At work/ })
  bench.gate.open('overview')
  await runs.findByText('Nothing runs.')

  expect(screen.getByRole('button', { name: '24 h', pressed: true })).toBeVisible()
  await user.click(screen.getByRole('button', { name: '1 h', pressed: false }))
  const health = await card('Health by deployment')
  const rollouts = await card('Rollouts')
  await rollouts.findByText('Took the traffic over · main')
  await health.findByText('last hour, 4 runs')
  expect(health.getByRole('link', { name: 'agent' })).toHaveAttribute('href', bench.pages)
  // The part of the course that is pointed at leads to its runs: of the last hour all were made in its last part.
  const course = health.getByRole('link', { name: 'agent' }).closest('tr')?.querySelector('svg')
  const part = course?.parentElement as HTMLAnchorElement
  // Nor is a line drawn of one part, or a number told of tokens that no model told of.
  expect(course?.querySelectorAll('path:not(.text-accent)')).toHaveLength(0)
  expect(health.getByRole('link', { name: 'agent' }).closest('tr')?.cells[5]).toHaveTextContent(
    /^–$/,
  )
  // What took over in this time is told in words as well, and leads to the revisions.
  const tookOver = health.getByRole('link', { name: 'A revision took over' })
  expect(tookOver).toHaveAttribute('href', `${bench.pages}/revisions`)
  expect(tookOver.title).toMatch(/^A revision took over \d+ \w+ \d+, /)
  fireEvent.pointerMove(part, { clientX: 1 })
  const { searchParams } = new URL(part.href)
  const [from, until] = ['from', 'until'].map((name) => Date.parse(searchParams.get(name) ?? ''))
  expect((until ?? 0) - (from ?? 0)).toBeCloseTo(3_600_000 / 24, -2)
  expect(until).toBeLessThanOrEqual(Date.now())
  const errors = health.getByRole('columnheader', { name: 'Errors' })
  expect(errors).toHaveAttribute('aria-sort', 'descending')
  await user.click(health.getByRole('button', { name: 'Deployment' }))
  expect(router.state.location.search).toContain('order=name')
  expect(health.getByRole('columnheader', { name: 'Deployment' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await user.click(health.getByRole('link', { name: '25.0 %' }))
  await screen.findByRole('button', { name: 'Status: Failed or timed out' })
  expect(router.state.location.search).toContain('since=1h')
  await waitFor(() => expect(screen.getByText('1 run')).toBeVisible())
})

it('33.2.2: tells of a rollout that failed, with its reason, and leads to it', async () => {
  const { user, router } = renderConsole(bench.stack, '/overview?span=1h')
  const fails = await card('Fails')
  const rollouts = await card('Rollouts')
  await rollouts.findByText('0 under way')
  // Of one that begins and ends meanwhile, too.
  await bench.stack.deploy(`${bench.stack.folder}/nowhere`, { name: 'broken' })
  await user.click(await fails.findByRole('link', { name: /failed · broken/ }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/revisions\//))
})

it('37: says what whoever looks has left to judge, and leads to the next case', async () => {
  const cases = [{ key: 'hello', turns: [{ do: 'send', text: 'Hello' }] }]
  const suite = await bench.stack.json<Suite>('POST', '/gateway/qa/suites', { name: 'Tone', cases })
  const deployment_id = bench.pages.split('/').at(-1)
  const { session_id } = await bench.stack.json<Session>('POST', '/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    name: 'Tone of answers',
    targets: [{ connection_id: 'local', deployment_id, assistant_id: 'talk' }],
  })
  renderConsole(bench.stack, '/overview')
  const waits = await card('Needs you')
  const row = await waits.findByRole('link', { name: /^1 to judge · Tone of answers/ })
  expect(row.getAttribute('href')).toMatch(new RegExp(`/qa/sessions/${session_id}/review/0$`))
  expect(waits.getByRole('link', { name: 'QA sessions' })).toBeVisible()
  await bench.stack.json('POST', `/gateway/qa/sessions/${session_id}/actions/close`, {})
  await waitFor(() => expect(waits.queryByRole('link', { name: /to judge/ })).toBeNull())
})

it('a list of runs that a link narrowed to a part of the time says so, and leads to all', async () => {
  const address = '/runs?from=2030-01-30T00:00:00Z&until=2030-01-30T01:00:00Z'
  const { user, router } = renderConsole(bench.stack, address)
  await screen.findByText(/^Made from/)
  await user.click(screen.getByRole('button', { name: 'Any time' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
