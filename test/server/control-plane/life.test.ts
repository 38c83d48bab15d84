import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

/** A real repository, a real executor, and an HTTP client: no part of the server is stood in for. */
let stack: Stack
let project: TestRepository
beforeAll(async () => {
  stack = await startStack()
  project = await makeRepository(path.join(stack.folder, 'project'), agentProject('one'))
})
afterAll(() => stack?.close())

const base = '/api-host/v2/deployments'
const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''

async function patched(id: string, ref: string): Promise<Revision> {
  const body = { source_revision_config: { repo_ref: ref } }
  const answer = await stack.json<Deployment>('PATCH', `${base}/${id}`, body)
  return stack.settled(id, latest(answer))
}

async function answer(name: string): Promise<string> {
  const values = await stack.json<{ messages: { content: string }[] }>(
    'POST',
    `/agents/${name}/runs/wait`,
    { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hello' }] } },
  )
  return values.messages.at(-1)?.content ?? ''
}

it('§1 create, poll, patch, poll, delete, through every outcome that a repository has', async () => {
  const one = await project.git('rev-parse', 'HEAD')
  await project.git('tag', 'v1')
  await project.git('checkout', '--quiet', '-b', 'next')
  const two = await project.commit(agentProject('two'))
  await project.git('checkout', '--quiet', '-b', 'broken')
  await project.commit({ 'agent.ts': 'throw new Error("boom at the top")' })
  await project.git('checkout', '--quiet', '-b', 'unlocked')
  await project.commit({
    ...agentProject('three'),
    'package.json': '{"name":"p","dependencies":{"a":"file:./nowhere.tgz"}}',
    'package-lock.json': '{"name":"p","lockfileVersion":3,"packages":{}}',
  })
  await project.git('checkout', '--quiet', 'main')

  const { deployment, revision } = await stack.deploy(project.folder, { name: 'life' })
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  expect(await answer('life')).toBe('one')

  const onNext = await patched(deployment.id, 'next')
  expect(onNext.source_revision_config.repo_commit_sha).toBe(two)
  expect(await answer('life')).toBe('two')

  const broken = await patched(deployment.id, 'broken')
  expect(broken.status).toBe('DEPLOY_FAILED')
  expect(broken.status_reason).toMatch(/boom at the top/)
  const unlocked = await patched(deployment.id, 'unlocked')
  expect(unlocked.status).toBe('BUILD_FAILED')
  const nowhere = await patched(deployment.id, 'nowhere')
  expect(nowhere.status).toBe('CREATE_FAILED')
  // What served goes on.
  const during = await stack.json<Deployment>('GET', `${base}/${deployment.id}`)
  expect(during).toMatchObject({ active_revision_id: onNext.id, latest_revision_id: nowhere.id })
  expect(await answer('life')).toBe('two')

  const tagged = await patched(deployment.id, 'refs/tags/v1')
  expect(tagged.source_revision_config.repo_commit_sha).toBe(one)
  expect(await answer('life')).toBe('one')

  // The older form of the logs, and a moment in time.
  const older = await stack.json<{ logs: { message: string }[] }>(
    'POST',
    `/api-host/v1/projects/${deployment.id}/revisions/${tagged.id}/build_logs`,
    { order: 'desc', limit: 1, offset: null },
  )
  expect(older.logs).toHaveLength(1)
  // Without a revision it is the one that serves, which is not the latest here.
  const deployLogs = (path: string) =>
    stack.json<{ logs: { id: string }[] }>(
      'POST',
      `/api-host/v1/projects/${deployment.id}${path}`,
      {
        limit: 5,
      },
    )
  expect((await patched(deployment.id, 'broken')).status).toBe('DEPLOY_FAILED')
  const ofServing = await deployLogs('/deploy_logs')
  expect(ofServing.logs.length).toBeGreaterThan(0)
  expect(ofServing).toEqual(await deployLogs(`/revisions/${tagged.id}/deploy_logs`))
  const url = `${base}/${deployment.id}/revisions/${tagged.id}/logs?type=build`
  const all = await stack.json<{ logs: { timestamp: string }[] }>('GET', url)
  const end = encodeURIComponent(all.logs[0]?.timestamp ?? '')
  const until = await stack.json<{ logs: unknown[] }>('GET', `${url}&end_time=${end}`)
  expect(until.logs.length).toBeGreaterThan(0)
  const none = await stack.json<{ logs: unknown[] }>(
    'GET',
    `${url}&start_time=2999-01-01T00:00:00Z`,
  )
  expect(none.logs).toEqual([])

  expect((await stack.call('DELETE', `${base}/${deployment.id}`)).status).toBe(204)
  expect((await stack.call('GET', `${base}/${deployment.id}`)).status).toBe(404)
})

it('no request fails while traffic is switched to a new revision', async () => {
  await project.git('checkout', '--quiet', 'main')
  const { deployment } = await stack.deploy(project.folder, { name: 'switched' })
  const answers: string[] = []
  let isSwitched = false
  // What was asked before the switch may be answered after it: until the new revision was heard as well.
  const ask = async () => {
    while (!isSwitched || !answers.includes('two')) answers.push(await answer('switched'))
  }
  const askers = [ask(), ask(), ask()]
  expect((await patched(deployment.id, 'next')).status).toBe('DEPLOYED')
  isSwitched = true
  await Promise.all(askers)
  expect(new Set(answers)).toEqual(new Set(['one', 'two']))
  expect(await answer('switched')).toBe('two')
})

it('an executor that needs more memory than it may is ended with the reason, and others go on', async () => {
  await project.git('checkout', '--quiet', '-b', 'hungry', 'main')
  await project.commit({
    'agent.ts': `globalThis.kept = []
while (true) globalThis.kept.push(new Array(100_000).fill(Math.random()))
export const graph = null`,
  })
  const created = await stack.json<Deployment>('POST', base, {
    name: 'hungry',
    source: 'github',
    source_config: { repo_url: project.folder, resource_spec: { memory_limit_mb: 256, cpu: 1 } },
    source_revision_config: { repo_ref: 'hungry' },
    secrets: [],
  })
  const revision = await stack.settled(created.id, latest(created))
  expect(revision.status).toBe('DEPLOY_FAILED')
  expect(revision.status_reason).toMatch(/more memory than its limit of 256 MB \(resource_spec/)
  expect(await answer('switched')).toBe('two')
})
