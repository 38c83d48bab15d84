import type { DataRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { readAhead } from '../../../src/console/shell/page/read-ahead.ts'
import { createQueryClient } from '../../../src/console/shell/query-client.ts'
import { aboutDeployment, overviewPage } from '../../../src/contract/pages/deployment-pages.ts'
import type { FirstReads } from '../../../src/contract/pages/first-reads.ts'
import { schedulesPage } from '../../../src/contract/pages/schedule-pages.ts'
import { threadPage } from '../../../src/contract/pages/thread-pages.ts'

const params = { deploymentId: 'd1', threadId: 't1' }

let hasAskedConnections = false
/** What the last test of the connection found. */
let probe: object | null = null
/** Who is there. */
let session: object = { required: false, signed_in: true }

/** What is asked for, after who is there and the connections, when the console starts on a page with these first reads. */
async function asked(kind: string, ...firstReads: FirstReads[]): Promise<string[]> {
  const paths: string[] = []
  hasAskedConnections = false
  const connection = {
    id: 'local',
    name: 'Local',
    kind,
    base_url: 'http://127.0.0.1:1',
    tracing_url: 'http://127.0.0.1:1',
    has_key: true,
    probe,
  }
  const fetch = async (input: RequestInfo | URL) => {
    const { pathname, search } = new URL(String(input))
    if (pathname.endsWith('/session')) return Response.json(session)
    if (!pathname.endsWith('/connections'))
      paths.push(pathname.replace(/^.*\/local\//, '') + search)
    else hasAskedConnections = true
    return pathname.endsWith('/connections')
      ? Response.json([connection])
      : Response.json({ detail: 'Not here.' }, { status: 404 })
  }
  const router = {
    state: {
      location: { search: '' },
      matches: firstReads.map((reads) => ({ route: { handle: { firstReads: reads } }, params })),
    },
  }
  const gateway = { baseUrl: 'http://console', fetch }
  await readAhead(createQueryClient(), router as unknown as DataRouter, gateway, 'local')
  return paths
}

it('asks for what the page and those around it begin with', async () => {
  expect(await asked('control_plane', aboutDeployment, overviewPage)).toEqual([
    'control-plane/v2/deployments/d1',
    'control-plane/v2/deployments/d1/revisions?limit=20&offset=0',
  ])
})

it('leaves to a conversation what it reads itself', async () => {
  expect(await asked('control_plane', threadPage)).toEqual(['agents/d1/threads/t1'])
})

it('asks no agent server for what only a control plane has', async () => {
  expect(await asked('agent_server', aboutDeployment, overviewPage)).toEqual([
    'control-plane/v2/deployments/d1',
  ])
})

it('asks no server for what it was found not to have', async () => {
  const crons = ['agents/d1/runs/crons/search']
  expect(await asked('agent_server', schedulesPage)).toEqual(crons)
  const schedules = { status: 'no', reason: 'The server starts no runs by a schedule.' }
  probe = { checked_at: '2026-01-02T03:04:05Z', capabilities: { schedules } }
  expect(await asked('agent_server', schedulesPage)).toEqual([])
  probe = null
})

it('asks nothing for whom nothing is told of: reviewers, and who has yet to sign in', async () => {
  for (const who of [
    { required: true, signed_in: false },
    { required: true, signed_in: true, name: 'rob', role: 'reviewer' },
  ]) {
    session = who
    expect(await asked('control_plane', aboutDeployment)).toEqual([])
    expect(hasAskedConnections).toBe(false)
  }
  session = { required: true, signed_in: true, name: 'vera', role: 'viewer' }
  expect(await asked('control_plane', aboutDeployment)).toEqual(['control-plane/v2/deployments/d1'])
  expect(hasAskedConnections).toBe(true)
})
