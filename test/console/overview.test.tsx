import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderConsole } from '../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from './threads/agent.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
})
afterAll(async () => {
  await bench.quiet()
  await bench.close()
})

/** What stands in the card of that title. */
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}

it('shows what fails, waits and runs, and how it went, each with the way there', async () => {
  const { user, router } = renderConsole(bench.stack, '/overview')
  const [fails, waits, runs] = [
    await card('Fails'),
    await card('Waits for a person'),
    await card('Runs now'),
  ]
  fails.getByText('No run failed.')
  waits.getByText('Nobody is waited for.')
  runs.getByText('Nothing runs.')
  ;(await card('Health by deployment')).getByText('No runs in this time.')
  await screen.findByRole('heading', { level: 1, name: 'Overview' })

  // It is told of what happens meanwhile.
  await bench.wait(await bench.thread(), 'talk', said('hello'))
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

  await user.click(screen.getByRole('button', { name: 'Time: Last 24 hours' }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Last hour' }))
  const health = await card('Health by deployment')
  await health.findByText('last hour, 4 runs')
  expect(health.getByRole('link', { name: 'agent' })).toHaveAttribute('href', bench.pages)
  await user.click(health.getByRole('link', { name: '25.0 %' }))
  await screen.findByRole('button', { name: 'Status: Failed or timed out' })
  expect(router.state.location.search).toContain('since=1h')
  await waitFor(() => expect(screen.getByText('1 run')).toBeVisible())
})
