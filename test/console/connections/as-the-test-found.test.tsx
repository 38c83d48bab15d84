import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

/**
 * The agents of the bench behind a server elsewhere that has less than ours, as the vendor's development server in
 * JavaScript: no schedules, no cancel of many, no rollback that deletes. What the test of it found is what pages go by.
 */
let bench: AgentBench
let elsewhere: http.Server
let connection: Connection
/** What it was asked for, and with which body. */
let asked: { path: string; body: string }[] = []
/** The answer in place of ours, by path. */
const lesser: Record<string, [number, string]> = {
  '/info': [
    200,
    '{"version":"1.1.17","langgraph_js_version":"1.4.13","flags":{"langsmith":false}}',
  ],
  '/runs/cancel': [404, '404 Not Found'],
  '/runs/crons/search': [500, 'Not implemented'],
}

beforeAll(async () => {
  bench = await openAgentBench()
  elsewhere = http.createServer(async (request, response) => {
    const path = request.url ?? ''
    const sent = Buffer.concat(await request.toArray())
    asked.push({ path, body: sent.toString() })
    const own = lesser[path]
    if (own) {
      const type = own[1].startsWith('{') ? 'application/json' : 'text/plain'
      response.writeHead(own[0], { 'content-type': type }).end(own[1])
      return
    }
    const { host: _, ...headers } = request.headers
    const to = new URL(`/agents/agent${path}`, bench.stack.url)
    const onward = http.request(to, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.end(sent)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  connection = await connect('Elsewhere', originOf(elsewhere))
})
afterAll(async () => {
  await bench?.quiet()
  await bench?.close()
  elsewhere?.closeAllConnections()
  await new Promise((resolve) => elsewhere?.close(resolve))
})

const originOf = (server: http.Server) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const connect = (name: string, base_url: string) =>
  bench.stack.json<Connection>('POST', '/gateway/connections', {
    name,
    kind: 'agent_server',
    base_url,
    api_key: bench.stack.apiKey,
  })
const test = ({ id }: Connection) => bench.stack.json('POST', `/gateway/connections/${id}/test`, {})
const open = (page: string) =>
  renderConsole(bench.stack, `/deployments/${connection.id}${page}`, connection.id)

it('before it was tested, it is asked in the published form alone', async () => {
  await bench.wait(await bench.thread(), 'talk', said('Where is my order?'))
  asked = []
  open('/threads')
  expect(await screen.findByText('You said: Where is my order?')).toBeInTheDocument()
  const searches = asked.filter(({ path }) => path === '/threads/search')
  expect(searches.length).toBeGreaterThan(0)
  for (const { body } of searches) expect(body).not.toMatch(/"summary"|without_sessions/)
})

it('a rollback that deletes nothing is not offered, in the conversation and at the run', async () => {
  await test(connection)
  const why = /cancels with rollback but deletes nothing/
  const thread = await bench.thread()
  const run = await bench.run(thread, 'steps', { gates: { second: 'kept' } })
  await bench.gate.reached('kept')
  const { user, unmount } = open(`/threads/${thread}`)
  await user.click(await screen.findByRole('button', { name: 'Other ways to stop' }))
  const stop = await screen.findByRole('menuitem', { name: /Stop and roll back/ })
  expect(stop).toHaveAttribute('aria-disabled', 'true')
  expect(stop).toHaveTextContent(why)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^While a run is active: / }))
  const strategy = await screen.findByRole('menuitemradio', { name: /^Roll back/ })
  expect(strategy).toHaveAttribute('aria-disabled', 'true')
  expect(strategy).toHaveTextContent(why)
  unmount()
  const page = open(`/threads/${thread}/runs/${run.run_id}`)
  const rollBack = await screen.findByRole('button', { name: 'Stop and roll back' })
  expect(rollBack).toHaveAttribute('aria-disabled', 'true')
  await page.user.hover(rollBack)
  expect(await screen.findByText(why)).toBeVisible()
  await page.user.click(rollBack)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  bench.gate.open('kept')
})

it('schedules that it does not have are not asked for', async () => {
  asked = []
  const { user, router } = open('/schedules')
  expect(await screen.findByText('No schedules here')).toBeInTheDocument()
  screen.getByText(/^The server starts no runs by a schedule\./)
  await user.click(screen.getByRole('link', { name: 'What it can do' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/connections/${connection.id}`))
  expect(asked.map(({ path }) => path)).not.toContain('/runs/crons/search')
})

it('a server whose schedules fail does not lack them: that is an error', async () => {
  const before = lesser['/runs/crons/search']
  lesser['/runs/crons/search'] = [500, 'The disk is full']
  await test(connection)
  open('/schedules')
  expect(await screen.findByText(/The disk is full/)).toBeInTheDocument()
  expect(screen.queryByText('No schedules here')).toBeNull()
  if (before) lesser['/runs/crons/search'] = before
})

it('an agent server alone does not lack what only a control plane does', async () => {
  await test(connection)
  await test(await connect('Whole', `${bench.stack.url}/agents/agent`))
  renderConsole(bench.stack, '/connections')
  const rowOf = (name: RegExp) => screen.findByRole('row', { name })
  expect(await rowOf(/^Whole/)).toHaveTextContent('Works')
  // Cancel of many, schedules, rollback, feedback addresses in the stream and on runs.
  expect(await rowOf(/^Elsewhere/)).toHaveTextContent('Lacks 5 features')
})

it('where one switches to another, those that do not answer or refuse the key say so', async () => {
  await test(await connect('Dead', 'http://127.0.0.1:9'))
  const guarded = http.createServer((request, response) =>
    response.writeHead(request.url === '/ok' ? 200 : 401).end('{}'),
  )
  await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve))
  await test(await connect('Guarded', originOf(guarded)))
  await new Promise((resolve) => guarded.close(resolve))
  const { user } = renderConsole(bench.stack, '/appearance')
  await user.click(await screen.findByRole('button', { name: /switch connection/ }))
  const menu = within(await screen.findByRole('menu'))
  const item = (name: RegExp) => menu.getByRole('menuitemradio', { name })
  await menu.findByText('Does not answer')
  expect(item(/^Dead/)).toHaveTextContent('Does not answer')
  expect(item(/^Guarded/)).toHaveTextContent('Key refused')
  expect(item(/^Elsewhere/)).toHaveTextContent(/^Elsewhere 127/)
  expect(item(/^Local stack/)).toHaveTextContent(/^Local stack 127/)
})
