import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { listRevisionPackages } from '../../../src/contract/control-plane/revision-packages.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { EndpointOutput } from '../../../src/contract/endpoint.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { gate } from './recording-host.ts'

let bench: Bench
let project: TestRepository
beforeEach(async () => {
  bench = await openBench()
  project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('one'))
})
afterEach(() => bench?.close())

const nobody = '00000000-0000-4000-8000-000000000000'
const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment
const patch = async (id: string, body: object) =>
  (await bench.json('PATCH', `/v2/deployments/${id}`, body)) as Deployment
const redeploy = (id: string, revision: string) =>
  bench.send('POST', `/v2/deployments/${id}/revisions/${revision}/redeploy`)

type Options = Parameters<typeof createDeployment>[2]
async function deployed(options?: Options): Promise<Deployment> {
  const deployment = await createDeployment(bench, project.folder, options)
  expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
  return deployment
}

async function redeployed(id: string, revision: string): Promise<Revision> {
  const response = await redeploy(id, revision)
  expect(response.status).toBe(200)
  const answer = (await response.json()) as Deployment
  expect(answer.id).toBe(id)
  expect(answer.latest_revision_id).not.toBe(revision)
  return bench.settled(id, latest(answer))
}

/** A build command that leaves a line behind each time that it runs. */
const counting = () => `echo built >> ${path.join(bench.folder, 'count')}`
const buildsMade = async () =>
  (await readFile(path.join(bench.folder, 'count'), 'utf8')).trim().split('\n').length

describe('what a revision tells', () => {
  it('who wrote its commit, what started it, what came since another one, and which secrets were replaced', async () => {
    const kept = { name: 'KEPT', value: 'the same value' }
    const first = await deployed({
      secrets: [kept, { name: 'CHANGED', value: 'one value' }, { name: 'GONE', value: 'going' }],
    })
    const before = latest(first)
    await project.commit({ 'note.txt': '1' }, 'Move the order lookup')
    const newest = await project.commit({ 'note.txt': '2' }, 'Answer in their language')
    // Written anew with the same value: that is no change.
    const secrets = [kept, { name: 'CHANGED', value: 'another' }, { name: 'NEW', value: 'new one' }]
    const after = latest(await patch(first.id, { secrets }))
    const made = await bench.settled(first.id, after)
    expect(made).toMatchObject({
      started_by: { via: 'api', name: null },
      source_revision_config: {
        repo_commit_sha: newest,
        repo_commit_message: 'Answer in their language',
        repo_commit_author: 'Test',
      },
    })
    const at = `/v2/deployments/${first.id}/revisions`
    expect(await bench.json('GET', `${at}/${after}/secret_changes?since=${before}`)).toEqual({
      secrets: [
        { name: 'CHANGED', change: 'replaced' },
        { name: 'GONE', change: 'removed' },
        { name: 'KEPT', change: 'same' },
        { name: 'NEW', change: 'added' },
      ],
    })
    expect(await bench.json('GET', `${at}/${after}/commits?since=${before}`)).toMatchObject({
      commits: [
        { sha: newest, message: 'Answer in their language', author: 'Test' },
        { message: 'Move the order lookup' },
      ],
      has_more: false,
      missing: 0,
    })
    expect(await bench.json('GET', `${at}/${before}/commits?since=${after}`)).toMatchObject({
      commits: [],
      missing: 2,
    })
    const back = await redeployed(first.id, before)
    expect(back.started_by).toEqual({ via: 'api', name: null })
    await rm(project.folder, { recursive: true })
    const gone = await bench.send('GET', `${at}/${after}/commits?since=${before}`)
    expect(gone.status).toBe(502)
    expect(await gone.json()).toEqual({
      detail: expect.stringContaining('The repository does not tell'),
    })
    expect((await bench.send('GET', `${at}/${after}/commits?since=${nobody}`)).status).toBe(404)
  })

  it('36.3: what it was loaded with, read off its build', async () => {
    const pack = (version: string) => ({
      'node_modules/left/package.json': JSON.stringify({ version }),
    })
    const packagesOf = async (id: string, revision: string) =>
      (await bench.json(
        'GET',
        `/v2/deployments/${id}/revisions/${revision}/packages`,
      )) as EndpointOutput<typeof listRevisionPackages>
    await project.commit(pack('1.0.0'))
    const first = await deployed()
    await project.commit({ ...pack('2.0.0'), 'node_modules/a/package.json': '{"version":"0.1.0"}' })
    const response = await bench.send('POST', `/v2/deployments/${first.id}/revisions`)
    const second = (await response.json()) as Revision
    await bench.settled(first.id, second.id)
    const library = { name: '@langchain/langgraph', version: expect.stringMatching(/^1\.\d/) }
    const before = await packagesOf(first.id, latest(first))
    expect(before.runtime).toEqual({ name: 'node', version: process.versions.node })
    expect(before.packages).toContainEqual({ name: 'left', version: '1.0.0' })
    expect(before.packages).toContainEqual(library)
    const { packages } = await packagesOf(first.id, second.id)
    expect(packages).toContainEqual({ name: 'left', version: '2.0.0' })
    const names = packages?.map(({ name }) => name) ?? []
    expect(names).toEqual([...names].sort())
    const back = await redeployed(first.id, latest(first))
    expect(await packagesOf(first.id, back.id)).toEqual(before)
    // One that never got a build.
    await project.commit({ 'langgraph.json': '{' })
    const broken = await bench.send('POST', `/v2/deployments/${first.id}/revisions`)
    const { id } = (await broken.json()) as Revision
    expect((await bench.settled(first.id, id)).status).toBe('CREATE_FAILED')
    expect(await packagesOf(first.id, id)).toEqual({ runtime: null, packages: null })
    const missing = `/v2/deployments/${first.id}/revisions/${nobody}/packages`
    expect((await bench.send('GET', missing)).status).toBe(404)
  })
})

describe('a revision that is asked for', () => {
  it('is made of the present configuration, at the commit that the ref has now', async () => {
    const first = await deployed({ secrets: [{ name: 'TOKEN', value: 'abcd-efgh' }] })
    const commit = await project.commit(agentProject('two'))
    const response = await bench.send('POST', `/v2/deployments/${first.id}/revisions`)
    expect(response.status).toBe(201)
    const made = (await response.json()) as Revision
    expect(made.source_revision_config).toEqual({
      repo_ref: 'main',
      langgraph_config_path: 'langgraph.json',
      image_uri: null,
      repo_commit_sha: null,
      repo_commit_message: null,
      repo_commit_author: null,
    })
    expect((await get(first.id)).latest_revision_id).toBe(made.id)
    const settled = await bench.settled(first.id, made.id)
    expect(settled.status).toBe('DEPLOYED')
    expect(settled.source_revision_config.repo_commit_sha).toBe(commit)
    expect(bench.host.loaded.at(-1)?.env).toEqual({ TOKEN: 'abcd-efgh' })
  })

  it('33: is refused with a configuration of its own: that is changed elsewhere', async () => {
    const { id } = await deployed()
    const body = { source_revision_config: { repo_ref: 'gone' } }
    const response = await bench.send('POST', `/v2/deployments/${id}/revisions`, body)
    expect(response.status).toBe(422)
    const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string }[] }
    expect(detail.map(({ loc }) => loc)).toEqual([['body', 'source_revision_config']])
    expect(detail[0]?.msg).toContain('PATCH /v2/deployments/{deployment_id}')
  })

  it('of an unknown deployment is 404', async () => {
    expect((await bench.send('POST', `/v2/deployments/${nobody}/revisions`)).status).toBe(404)
  })
})

/** What the revisions of a deployment say of their builds, the newest first. */
const haveBuilds = async (id: string) => {
  const list = await bench.json('GET', `/v2/deployments/${id}/revisions`)
  return (list as { resources: Revision[] }).resources.map(({ has_build }) => has_build)
}

describe('a redeploy', () => {
  it('repeats commit, configuration and secrets, without building again', async () => {
    const first = await deployed({
      source: { build_command: counting() },
      secrets: [{ name: 'TOKEN', value: 'the-old-value' }],
    })
    const old = await bench.settled(first.id, latest(first))
    await project.commit(agentProject('two'))
    const next = await patch(first.id, { secrets: [{ name: 'TOKEN', value: 'the-new-value' }] })
    await bench.settled(first.id, latest(next))
    expect(await buildsMade()).toBe(2)

    const again = await redeployed(first.id, old.id)
    expect(again.status).toBe('DEPLOYED')
    expect(again.redeploy_of).toBe(old.id)
    expect(again.source_revision_config).toEqual(old.source_revision_config)
    expect(await buildsMade()).toBe(2)
    const [before, , after] = bench.host.loaded
    expect(after).toMatchObject({ directory: before?.directory, env: { TOKEN: 'the-old-value' } })
    expect(bench.host.activated.at(-1)).toBe(again.id)
    expect(await get(first.id)).toMatchObject({
      active_revision_id: again.id,
      latest_revision_id: again.id,
      secrets: [{ name: 'TOKEN', value: null }],
    })
    // What shares a build survives the other's end, and a restart.
    await bench.restart()
    await expect.poll(() => bench.host.activated).toEqual([again.id])
    expect(bench.reported).toEqual([])
  })

  it('builds the recorded commit when the build is gone, wherever the ref is', async () => {
    const first = await deployed({ source: { build_command: counting() } })
    const old = await bench.settled(first.id, latest(first))
    await project.commit(agentProject('two'))
    const next = await patch(first.id, { secrets: [] })
    await bench.settled(first.id, latest(next))
    const builds = path.join(bench.folder, 'builds')
    for (const name of await readdir(builds)) {
      if (name.startsWith(old.id)) await rm(path.join(builds, name), { recursive: true })
    }
    const again = await redeployed(first.id, old.id)
    expect(again.status).toBe('DEPLOYED')
    expect(again.source_revision_config).toEqual(old.source_revision_config)
    expect(await buildsMade()).toBe(3)
    const loaded = bench.host.loaded.at(-1)?.directory ?? ''
    expect(await readFile(path.join(loaded, 'agent.ts'), 'utf8')).toContain('"one"')
  })

  it('of a commit that the repository has no more fails with the reason; what serves stays', async () => {
    const first = await deployed()
    await rm(path.join(bench.folder, 'builds'), { recursive: true })
    await rm(project.folder, { recursive: true })
    await makeRepository(project.folder, agentProject('another'))
    const again = await redeployed(first.id, latest(first))
    expect(again.status).toBe('CREATE_FAILED')
    expect(again.status_reason).toMatch(/^The commit [0-9a-f]{40} is not in .* any more/)
    expect((await get(first.id)).active_revision_id).toBe(latest(first))
  })

  it('that fails while loading leaves the build to the revision that shares it', async () => {
    const first = await deployed()
    bench.host.next.push(() => {
      throw new Error('boom')
    })
    expect((await redeployed(first.id, latest(first))).status).toBe('DEPLOY_FAILED')
    await bench.restart()
    await expect.poll(() => bench.host.activated).toEqual([latest(first)])
  })

  it('keeps the builds of the last few only', async () => {
    const first = await deployed()
    for (let count = 0; count < 4; count += 1) {
      await project.commit(agentProject(`change ${count}`))
      const next = await patch(first.id, { secrets: [] })
      await bench.settled(first.id, latest(next))
    }
    await expect.poll(() => readdir(path.join(bench.folder, 'builds'))).toHaveLength(3)
    expect(await haveBuilds(first.id)).toEqual([true, true, true, false, false])
    const again = await redeployed(first.id, latest(first))
    expect(again.status).toBe('DEPLOYED')
    expect(bench.host.loaded.at(-1)?.directory).toContain(again.id)
    // What was built again serves the revision that it repeats as well, while it would come out the same.
    const kept = [true, true, true, false, false, true]
    await expect.poll(() => haveBuilds(first.id)).toEqual(kept)
    const once = await redeployed(first.id, latest(first))
    expect(bench.host.loaded.at(-1)?.directory).toContain(again.id)
    await bench.json('PATCH', `/v2/deployments/${first.id}`, {
      source_config: { build_command: 'true' },
    })
    expect(await haveBuilds(first.id)).toEqual([true, ...kept.slice(0, 5), false])
    expect(once.has_build).toBe(true)
  })

  it('says nothing of a build where none was deployed', async () => {
    const failed = await createDeployment(bench, path.join(bench.folder, 'nothing'), { name: 'b' })
    const revision = await bench.settled(failed.id, latest(failed))
    expect(revision).not.toHaveProperty('has_build')
  })

  it('is 400 for a revision without a commit, 409 for one at work, 404 for an unknown one', async () => {
    const reached = gate()
    const held = gate()
    bench.host.next.push(() => {
      reached.open()
      return held.passed
    })
    const moving = await createDeployment(bench, project.folder)
    await reached.passed
    const busy = await redeploy(moving.id, latest(moving))
    expect(busy.status).toBe(409)
    expect(await busy.json()).toEqual({ detail: expect.stringMatching(/going on/) })
    held.open()
    const failed = await createDeployment(bench, path.join(bench.folder, 'nothing'), { name: 'b' })
    await bench.settled(failed.id, latest(failed))
    const response = await redeploy(failed.id, latest(failed))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ detail: expect.stringMatching(/never got as far/) })
    expect((await get(failed.id)).latest_revision_id).toBe(latest(failed))
    expect((await redeploy(failed.id, latest(moving))).status).toBe(404)
    expect((await redeploy(nobody, latest(moving))).status).toBe(404)
  })
})

it('build_on_push does not undo a redeploy, and goes on with the next push', async () => {
  await bench.close()
  bench = await openBench({ pushPollMs: 20 })
  project = await makeRepository(path.join(bench.folder, 'pushed'), agentProject('one'))
  const first = await deployed({ source: { build_on_push: true } })
  const one = await project.git('rev-parse', 'HEAD')
  const deployedAt = async (commit: string) => {
    await expect
      .poll(async () => {
        const { active_revision_id, latest_revision_id } = await get(first.id)
        if (active_revision_id !== latest_revision_id) return null
        const revision = await bench.settled(first.id, active_revision_id ?? '')
        return revision.source_revision_config.repo_commit_sha
      })
      .toBe(commit)
  }
  const two = await project.commit(agentProject('two'))
  await deployedAt(two)
  await redeployed(first.id, latest(first))
  // The repository is asked many times while another deployment is rolled out.
  await deployed({ name: 'another' })
  const three = await project.commit(agentProject('three'))
  await deployedAt(three)
  const list = (await bench.json('GET', `/v2/deployments/${first.id}/revisions`)) as {
    resources: Revision[]
  }
  expect(
    list.resources.map((revision) => revision.source_revision_config.repo_commit_sha).reverse(),
  ).toEqual([one, two, one, three])
})
