import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type PageName, pageNames, pages } from '../../../src/contract/pages.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { waitMs } from '../../helpers/patience.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

eachMayTake(2)

let bench: AgentBench
let run: Run
let deployment: Deployment
let requests: string[] = []
/** Requests that have no answer yet. */
let underWay = 0

beforeAll(async () => {
  bench = await openAgentBench()
  const thread = await bench.thread('Settled')
  await bench.wait(thread, 'talk', said('hello'))
  const [made] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
  if (!made) throw new Error('There is no run.')
  run = made
  deployment = await bench.stack.json('GET', `/api-host/v2${bench.pages}`)
})
afterAll(() => bench?.close())

const { fetch } = globalThis
beforeEach(() => {
  // The clock of the page is the test's; requests go to the server as ever, and are written down.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  requests = []
  globalThis.fetch = async (input, init) => {
    requests.push(new URL(input instanceof Request ? input.url : input).pathname)
    underWay += 1
    return fetch(input, init).finally(() => {
      underWay -= 1
    })
  }
})
afterEach(() => {
  cleanup()
  setVisible(true)
  globalThis.fetch = fetch
  vi.useRealTimers()
})

function setVisible(isVisible: boolean) {
  const state = isVisible ? 'visible' : 'hidden'
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  Object.defineProperty(document, 'hidden', { configurable: true, value: !isVisible })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

/** What the page asks for while so much time passes. */
async function askedWithin(minutes: number): Promise<string[]> {
  requests = []
  await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  return requests
}

/**
 * Until the page has had every answer, and asks for nothing in an hour. Parts of a page whose code comes later ask
 * when they come; what asks again and again asks in each hour.
 */
async function settled(queryClient: QueryClient, page: string) {
  await vi.waitFor(
    async () => {
      expect(screen.queryByText(/^Loading/)).toBeNull()
      expect([underWay, queryClient.isFetching()]).toEqual([0, 0])
      expect(await askedWithin(60), page).toEqual([])
    },
    { timeout: waitMs },
  )
}

/** What these show follows the clock as well: a span of time, and how the machine is. */
const byTheClock: readonly PageName[] = ['all-overview', 'stack', 'schedules']

/** The addresses of the other pages: all whose ids are among these. */
function addresses(ids: Readonly<Record<string, string>>): string[] {
  return pageNames
    .filter((name) => !byTheClock.includes(name))
    .map((name) => pages[name].path.replace(/:(\w+)/g, (place, id: string) => ids[id] ?? place))
    .filter((at) => !at.includes(':'))
}

it('an idle tab asks nothing when nothing can change, whatever its page', async () => {
  const shown = addresses({
    deploymentId: deployment.id,
    revisionId: `${deployment.latest_revision_id}`,
    assistantId: 'talk',
    threadId: run.thread_id,
    runId: run.run_id,
    connectionId: 'local',
    docId: 'operators-guide',
  })
  for (const page of shown) {
    const { queryClient, unmount } = renderConsole(bench.stack, page)
    await screen.findByRole('heading', { level: 1 })
    await settled(queryClient, page)
    unmount()
  }
})

it('a hidden tab asks nothing, but finishes a rollout that it watches', async () => {
  const gate = path.join(bench.stack.folder, 'polling-gate')
  const created = await bench.stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'held',
    source: 'github',
    source_config: {
      repo_url: path.join(bench.stack.folder, 'repository'),
      install_command: `until [ -e ${gate} ]; do sleep 0.05; done`,
    },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  const list = renderConsole(bench.stack, '/deployments')
  await screen.findByRole('link', { name: 'held' })
  await screen.findByText(/^Building/)
  setVisible(false)
  await settled(list.queryClient, 'the list')
  list.unmount()
  setVisible(true)

  const { queryClient } = renderConsole(bench.stack, `/deployments/${created.id}`)
  await screen.findByRole('list', { name: 'Rollout' })
  setVisible(false)
  const revision = created.latest_revision_id
  const watched = new Set([`${revision}`, `${revision}/logs`])
  const askedNow = async () =>
    new Set((await askedWithin(0.2)).map((at) => at.replace(/^.*\/revisions\//, '')))
  // What the page asked for before it was hidden may still be on its way; after that only these.
  await vi.waitFor(async () => expect(await askedNow()).toEqual(watched), { timeout: waitMs })
  await writeFile(gate, '')
  await screen.findByText('Healthy')
  await settled(queryClient, 'the deployment')
})
