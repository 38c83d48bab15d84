import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench } from '../threads/agent.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
})
afterAll(async () => {
  await bench?.quiet()
  await bench?.close()
})

it('37: the side says on every page what works, what waits for a person and which sessions run', async () => {
  renderConsole(bench.stack, '/settings')
  const side = within(await screen.findByRole('navigation', { name: 'Main' }))
  await side.findByRole('link', { name: 'Deployments 1' })
  // Of nothing nothing is said.
  expect(side.getByRole('link', { name: 'Threads' })).toBeVisible()
  expect(side.getByRole('link', { name: 'Runs' })).toBeVisible()
  expect(side.getByRole('link', { name: 'QA sessions' })).toBeVisible()

  await bench.wait(await bench.thread('Asks somebody'), 'approve', {})
  await side.findByRole('link', { name: 'Threads 1 needs you' })
  await bench.wait(await bench.thread('Asks, too'), 'approve', {})
  await side.findByRole('link', { name: 'Threads 2 need you' })
  await bench.run(await bench.thread('At work'), 'steps', { gates: { second: 'side' } })
  await side.findByRole('link', { name: 'Runs 1 active' })
  bench.gate.open('side')
  await side.findByRole('link', { name: 'Runs' })

  // Its runs are its own: they are not among those of the deployment.
  const cases = [{ key: 'slow', turns: [{ do: 'send', text: 'wait at session' }] }]
  const suite = await bench.stack.json<Suite>('POST', '/gateway/qa/suites', { name: 'Tone', cases })
  await bench.stack.json('POST', '/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    targets: [
      {
        connection_id: 'local',
        deployment_id: bench.pages.split('/').at(-1),
        assistant_id: 'talk',
      },
    ],
  })
  await side.findByRole('link', { name: 'QA sessions 1 running' })
  await bench.gate.reached('session')
  expect(side.getByRole('link', { name: 'Runs' })).toBeVisible()
  bench.gate.open('session')
  await side.findByRole('link', { name: 'QA sessions' })
})
