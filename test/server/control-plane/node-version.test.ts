import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { LogEntry, Revision } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository, type TestRepository } from '../../helpers/git.ts'
import { installNode } from '../../helpers/nodes.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

const own = Number(process.versions.node.split('.')[0])
const newer = own + 2
let stack: Stack
let nodes: string
let repository: TestRepository
let deployment: Deployment

const files = (node_version: unknown) => ({
  'langgraph.json': JSON.stringify({ node_version, graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { Annotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ by: Annotation<string> }))
  .addNode('tell', () => ({ by: process.env.RUN_BY ?? 'the server’s own' }))
  .addEdge(START, 'tell')
  .compile()
`,
})

const url = (rest = '') => `/api-host/v2/deployments/${deployment.id}${rest}`

async function revisionWith(node_version: unknown): Promise<Revision> {
  await repository.commit(files(node_version))
  const { id } = await stack.json<Revision>('POST', url('/revisions'), {})
  return stack.settled(deployment.id, id)
}

async function logOf({ id }: Revision): Promise<string> {
  const { logs } = await stack.json<{ logs: LogEntry[] }>(
    'GET',
    url(`/revisions/${id}/logs?type=build`),
  )
  return logs.map(({ message }) => message).join('\n')
}

const runBy = async () =>
  (
    await stack.json<{ by: string }>('POST', '/agents/agent/runs/wait', {
      assistant_id: 'agent',
      input: {},
    })
  ).by

beforeAll(async () => {
  stack = await startStack()
  nodes = path.join(stack.folder, 'nvm')
  vi.stubEnv('NVM_DIR', nodes)
  repository = await makeRepository(path.join(stack.folder, 'project'), files(String(own)))
  const build_command = 'echo "node says $(node -p 1)"'
  deployment = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'agent',
    source: 'github',
    source_config: { repo_url: repository.folder, build_command },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  const { id, latest_revision_id } = deployment
  expect(await stack.settled(id, latest_revision_id)).toMatchObject({ status: 'DEPLOYED' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stack?.close()
})

it('a project that asks for the server’s own version is run by it', async () => {
  expect(await runBy()).toBe('the server’s own')
})

it('a newer version that is not there is refused before anything is built, with those that are', async () => {
  await installNode(nodes, `${newer + 1}.0.0`)
  await installNode(nodes, `${newer}.0.0`, 99)
  const refused = await revisionWith(newer)
  expect(refused).toMatchObject({
    status: 'CREATE_FAILED',
    status_reason: expect.stringContaining(
      `“node_version” asks for Node ${newer}, and this server has Node ${process.versions.node}`,
    ),
  })
  // One that speaks otherwise to its parent cannot run graphs.
  expect(refused.status_reason).toContain(`${newer}.0.0 (not usable)`)
  expect(refused.status_reason).toContain(`${newer + 1}.0.0`)
  expect(await runBy()).toBe('the server’s own')
})

it('a version that is there builds and runs the project, the newest of its kind', async () => {
  await installNode(nodes, `${newer}.1.9`)
  await installNode(nodes, `${newer}.1.10`)
  const revision = await revisionWith(`${newer}`)
  expect(revision.status).toBe('DEPLOYED')
  const log = await logOf(revision)
  expect(log).toContain(`Using Node ${newer}.1.10.`)
  expect(log).toContain(`node says ${newer}.1.10`)
  expect(await runBy()).toBe(`${newer}.1.10`)
})

it('an older version that is not there is told, and the server’s own runs the project', async () => {
  const revision = await revisionWith('4.x')
  expect(revision.status).toBe('DEPLOYED')
  const log = await logOf(revision)
  expect(log).toContain(`asks for Node 4, and this server has Node ${process.versions.node}`)
  expect(log).toContain(`The project is run by Node ${process.versions.node}.`)
  expect(await runBy()).toBe('the server’s own')
})

it('a kept build whose Node is gone does not start, and what served goes on serving', async () => {
  const built = await revisionWith(newer + 1)
  expect(built.status).toBe('DEPLOYED')
  const last = await revisionWith(own)
  expect(await runBy()).toBe('the server’s own')
  await rm(path.join(nodes, 'versions/node', `v${newer + 1}.0.0`), { recursive: true })
  const again = await stack.json<Deployment>('POST', url(`/revisions/${built.id}/redeploy`))
  const failed = await stack.settled(deployment.id, again.latest_revision_id)
  expect(failed).toMatchObject({
    status: 'DEPLOY_FAILED',
    status_reason: expect.stringContaining(`run by Node ${newer + 1} (node_version)`),
  })
  expect(await runBy()).toBe('the server’s own')
  expect((await stack.json<Deployment>('GET', url())).active_revision_id).toBe(last.id)
})

it.each([['twenty'], [true], [-4], [{}]])('%j is no version', async (node_version) => {
  expect(await revisionWith(node_version)).toMatchObject({
    status: 'CREATE_FAILED',
    status_reason:
      '“node_version” in langgraph.json must be a major version of Node, such as "22".',
  })
})
