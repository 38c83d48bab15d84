/** What a revision that serves no more owes to those who asked it before. */
import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { apiKey, fixturesOf } from './serve-fixtures.ts'

const graphs = { whoami: './whoami.ts:graph' }

/** Has another revision of the same code serve in place of the one that does. */
async function replace(h: Harness, revision: object) {
  const revisionId = randomUUID()
  await h.server.host.load({
    deployment_id: h.deploymentId,
    revision_id: revisionId,
    ...fixturesOf(graphs, 'javascript'),
    env: { GATE_URL: h.gates.url },
    ...revision,
    onLog: () => {},
  })
  await h.server.host.activate(h.deploymentId, revisionId)
}

/** Until only the process of the revision that serves is there. */
const onlyOneIsLeft = (h: Harness) => vi.waitFor(() => expect(h.server.loadedCount()).toBe(1))

it('is asked to the end who makes a request that came before, and what they may', async () => {
  const revision = { auth: { path: './auth.ts:auth', disable_studio_auth: false } }
  const h = await startHarness({ graphs, language: 'javascript', revision })
  const answer = fetch(`${h.url}/threads`, {
    method: 'POST',
    headers: { authorization: 'Bearer late' },
    body: '{}',
  })
  await h.gates.arrived('late')
  await replace(h, revision)
  h.gates.open('late')
  expect((await answer).status).toBe(200)
  expect(await (await answer).json()).toMatchObject({ metadata: { owner: 'late' } })
  await onlyOneIsLeft(h)
  await h.close()
})

it('sends an answer of its app on, and ends with it', async () => {
  const http = { are_custom_routes_open: false, closed: [], app: './app.ts:app' }
  const h = await startHarness({ graphs, language: 'javascript', revision: { http } })
  const answer = await fetch(`${h.url}/endless`, { headers: { 'x-api-key': apiKey } })
  const reader = answer.body?.getReader()
  await h.gates.arrived('pulled')
  const before = h.gates.lastProcess()
  await replace(h, { http })
  h.gates.open('pulled')
  for (let part = 0; part < 5; part += 1) {
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^(more\n)+$/)
  }
  expect(h.gates.lastProcess()).toBe(before)
  await reader?.cancel()
  await onlyOneIsLeft(h)
  await h.close()
})
