/**
 * Where nobody has to sign in (`--no-auth`) the agents that the server runs have to all the same: whoever may deploy
 * code would else be administrator by it.
 */
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository } from '../../helpers/git.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type ServerProcess, startProcess } from '../app/server-process.ts'
import { kindsOfEnclosures } from './enclosure-kinds.ts'

eachMayTake(2)

/** Asks for what it is told to, by the network of its machine. */
const asker = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  url: Annotation<string>(),
  headers: Annotation<Record<string, string>>(),
  said: Annotation<unknown>(),
})
export const graph = new StateGraph(State)
  .addNode('ask', async ({ url, headers }) => {
    const answer = await fetch(url, { headers: headers ?? {} })
    return { said: [answer.status, await answer.text()] }
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile()
`,
}

describe.runIf(process.platform === 'linux').each(kindsOfEnclosures())('with $kind', ({ uid }) => {
  let folder: string
  let server: ServerProcess
  let isSeparated = false
  const json = async <Answer>(method: string, at: string, body?: unknown) =>
    (await (await server.call(method, at, body)).json()) as Answer

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-open-'))
    const repository = await makeRepository(path.join(folder, 'asker'), asker)
    await chmod(folder, 0o755)
    if (uid !== null) execFileSync('chown', ['-R', `${uid}:${uid}`, folder])
    server = await startProcess(path.join(folder, 'data'), {
      env: {
        QUARTERDECK_AUTH: 'false',
        QUARTERDECK_EXAMPLES: 'false',
        QUARTERDECK_REPOSITORIES: 'any',
      },
      ...(uid === null ? {} : { uid, gid: uid }),
    })
    isSeparated = !server.output().includes('are not kept apart')
    const made = await json<Deployment>('POST', '/api-host/v2/deployments', {
      name: 'asker',
      source: 'github',
      source_config: { repo_url: repository.folder },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    })
    const at = `/api-host/v2/deployments/${made.id}/revisions/${made.latest_revision_id}`
    await vi.waitUntil(async () => isSettled(await json<Revision>('GET', at)), {
      timeout: waitMs,
    })
  })
  afterAll(async () => {
    await server?.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const asked = async (at: string, headers = {}) => {
    const input = { url: server.url + at, headers }
    const body = { assistant_id: 'agent', input }
    const { said } = await json<{ said: [number, string] }>('POST', '/agents/asker/runs/wait', body)
    return said
  }

  it('35.2: people of the machine are let in, an agent is not', async (test) => {
    if (!isSeparated) return test.skip()
    expect((await fetch(`${server.url}/gateway/users`)).status).toBe(200)
    const [status, text] = await asked('/gateway/users')
    expect([status, text]).toEqual([401, expect.stringContaining('they need the API key')])
    expect((await asked('/gateway/connections', { 'x-forwarded-for': '127.0.0.1' }))[0]).toBe(401)
    expect((await fetch(`${server.url}/gateway/users`)).status).toBe(200)
  })

  it('35.2: an agent that was given the API key is who holds it, and what is for strangers is for it too', async (test) => {
    if (!isSeparated) return test.skip()
    expect((await asked('/gateway/users', { 'x-api-key': server.apiKey }))[0]).toBe(200)
    expect((await asked('/gateway/session'))[0]).toBe(200)
  })
})
