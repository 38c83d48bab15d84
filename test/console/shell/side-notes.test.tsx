import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApi } from '../../../src/console/api.tsx'
import { workNotes } from '../../../src/console/shell/navigation/work-notes.tsx'
import { createQueryClient } from '../../../src/console/shell/query-client.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
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

it('37: a server of an earlier version, which does not count so, is asked once', async () => {
  const asked: string[] = []
  const detail = [{ loc: ['body', 'count_to'], msg: 'There is no such field.', type: 'unknown' }]
  const server = http.createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = createApi({ baseUrl }, { id: 'local', kind: 'local' } as Connection)
  const queryClient = createQueryClient()
  const { threads, runs } = workNotes(api)
  try {
    render(
      <QueryClientProvider client={queryClient}>
        {threads}
        {runs}
      </QueryClientProvider>,
    )
    await waitFor(() => expect(asked).toHaveLength(2))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await queryClient.invalidateQueries()
    expect(asked.map((url) => url.split('/').slice(-2).join('/')).sort()).toEqual([
      'runs/search',
      'threads/find',
    ])
  } finally {
    queryClient.clear()
    server.closeAllConnections()
    server.close()
  }
})
