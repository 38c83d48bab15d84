import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
  await bench.wait(await bench.thread('The first'), 'talk', said('hello'))
})
afterAll(() => bench?.close())

/** Nothing on the page polls by now: what comes later was told. */
async function isIdle() {
  await screen.findByText('live · up to date')
}

it('a list of ended runs shows a run that somebody else starts', async () => {
  renderConsole(bench.stack, '/runs')
  await screen.findByTitle('The first')
  await isIdle()
  await bench.wait(await bench.thread('The second'), 'talk', said('hello again'))
  await screen.findByTitle('The second')
})

it('a deployment that is made and deleted elsewhere is shown so', async () => {
  const { stack } = bench
  renderConsole(stack, '/deployments')
  await screen.findByRole('link', { name: 'agent' })
  const made = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'elsewhere',
    source: 'external_docker',
    source_config: { custom_url: 'http://127.0.0.1:1' },
    source_revision_config: {},
    secrets: [],
  })
  const row = (await screen.findByRole('link', { name: 'elsewhere' })).closest('tr')
  expect(row).not.toBeNull()
  await fetch(`${stack.url}/api-host/v2/deployments/${made.id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': stack.apiKey },
  })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'elsewhere' })).toBeNull())
})

it('an OAuth provider that is made elsewhere is listed', async () => {
  const { stack } = bench
  renderConsole(stack, '/oauth-providers')
  await screen.findByRole('table', { name: 'OAuth providers' })
  await stack.json('POST', '/api-host/v2/auth/providers', {
    provider_id: 'elsewhere',
    name: 'Made elsewhere',
    auth_url: 'https://example.com/authorize',
    token_url: 'https://example.com/token',
    client_id: 'client',
    client_secret: 'secret',
  })
  await screen.findByRole('link', { name: 'Made elsewhere' })
})

it('33: an open page says that what it is about was deleted elsewhere, until it is there again', async () => {
  const { stack } = bench
  const [name, path] = ['Short-lived', '/api-host/v2/auth/providers']
  const provider = {
    ...{ name, provider_id: 'short-lived', client_id: 'client', client_secret: 'secret' },
    auth_url: 'https://example.com/authorize',
    token_url: 'https://example.com/token',
  }
  await stack.json('POST', path, provider)
  renderConsole(stack, '/oauth-providers/short-lived')
  await screen.findByRole('heading', { level: 1, name })
  await fetch(`${stack.url}${path}/short-lived`, {
    method: 'DELETE',
    headers: { 'x-api-key': stack.apiKey },
  })
  const banner = (await screen.findByText('It was deleted elsewhere.')).closest('[role=status]')
  expect(banner).toHaveTextContent(/There is no OAuth provider “short-lived”/)
  screen.getByRole('heading', { level: 1, name })
  await stack.json('POST', path, provider)
  await waitFor(() => expect(screen.queryByText('It was deleted elsewhere.')).toBeNull())
})

it('the audit log shows what is written elsewhere, whatever it is about', async () => {
  const { stack } = bench
  renderConsole(stack, '/settings/audit')
  await screen.findAllByText('API key')
  await isIdle()
  await stack.json('POST', '/gateway/tokens', { name: 'nightly-job', role: 'viewer' })
  await screen.findAllByText(/nightly-job/)
  await stack.json('POST', '/gateway/qa/suites', { name: 'Questions', cases: [] })
  await screen.findAllByText(/Questions/)
})

it('a revision that is replaced elsewhere no longer says that it serves', async () => {
  const { stack, pages } = bench
  const url = `/api-host/v2${pages}`
  const before = await stack.json<Deployment>('GET', url)
  const revision = before.active_revision_id ?? ''
  renderConsole(stack, `${pages}/revisions/${revision}`)
  const main = within(await screen.findByRole('main'))
  await main.findAllByText(/serv/i)
  const serving = main.queryAllByText(/Serving traffic|serving/i).length
  expect(serving).toBeGreaterThan(0)
  const next = await stack.json<{ id: string }>('POST', `${url}/revisions`, {})
  await stack.settled(before.id, next.id)
  await main.findByText(/not serving|Replaced/i)
})

it('a rollout that fails is told to whoever is elsewhere, with the way to it', async () => {
  const { stack } = bench
  const { router } = renderConsole(stack, '/runs')
  await screen.findByTitle('The first')
  await isIdle()
  const made = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'unreachable',
    source: 'github',
    source_config: { repo_url: `${stack.folder}/no-such-repository` },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  const told = (await screen.findByText('A rollout of unreachable failed')).closest('li')
  // Its swipes need pointers that a DOM without layout does not have.
  fireEvent.click(within(told as HTMLElement).getByRole('button', { name: 'Open the revision' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      `/deployments/${made.id}/revisions/${made.latest_revision_id}`,
    ),
  )
})

it('33.2.4: a connection to another of its kind shows at once what changes there, and tells what failed', async () => {
  const { stack } = bench
  const { id } = await stack.json<{ id: string }>('POST', '/gateway/connections', {
    name: 'Another',
    kind: 'self_hosted',
    base_url: `${stack.url}/api-host`,
    api_key: stack.apiKey,
  })
  await stack.json('POST', `/gateway/connections/${id}/test`, {})
  renderConsole(stack, '/deployments', id)
  await screen.findByRole('link', { name: 'agent' })
  await isIdle()
  await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'far-away',
    source: 'github',
    source_config: { repo_url: `${stack.folder}/no-such-repository` },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  await screen.findByRole('link', { name: 'far-away' })
  await screen.findByText('A rollout of far-away failed')
})
