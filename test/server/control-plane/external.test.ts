import { mkdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type Bench, faults, openBench } from './bench.ts'

/** A server of somebody else's, which answers `/ok` with a status of the test's choice. */
let agent: http.Server
let status: number
let bench: Bench
beforeEach(async () => {
  status = 200
  agent = http.createServer((request, response) => {
    response.writeHead(request.url === '/base/ok' ? status : 404).end('{"ok":true}')
  })
  await new Promise<void>((resolve) => agent.listen(0, '127.0.0.1', resolve))
  bench = await openBench({ healthPollMs: 20 })
})
afterEach(async () => {
  await bench?.close()
  agent?.closeAllConnections()
  await new Promise((resolve) => agent?.close(resolve))
})

const address = () => `http://127.0.0.1:${(agent.address() as AddressInfo).port}/base`
const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment
const send = (changes: object) =>
  bench.send('POST', '/v2/deployments', {
    name: 'attached',
    source: 'external_docker',
    source_config: {},
    source_revision_config: {},
    secrets: [],
    ...changes,
  })

async function create(changes: object): Promise<Deployment> {
  const response = await send(changes)
  expect(response.status).toBe(201)
  return response.json()
}

describe('a running server that is attached', () => {
  it('is asked whether it answers, is told at its own address, and its health is kept', async () => {
    const made = await create({ source_config: { custom_url: address() } })
    const revision = await bench.settled(made.id, latest(made))
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(revision.status_history?.map((change) => change.status)).toEqual([
      'CREATING',
      'QUEUED',
      'AWAITING_BUILD',
      'AWAITING_DEPLOY',
      'DEPLOYING',
      'DEPLOYED',
    ])
    expect(await get(made.id)).toMatchObject({
      active_revision_id: revision.id,
      source_config: { custom_url: address() },
      health: { status: 'ok', detail: 'The server answers.' },
    })
    expect(bench.host.registered).toEqual([])

    status = 503
    await expect
      .poll(async () => (await get(made.id)).health)
      .toMatchObject({ status: 'failing', detail: `${address()}/ok answered with status 503.` })
    status = 401
    await expect
      .poll(async () => (await get(made.id)).health)
      .toMatchObject({ status: 'ok', detail: 'The server answers, and asks for a key.' })

    // Its address may move; that is no revision.
    const moved = (await bench.json('PATCH', `/v2/deployments/${made.id}`, {
      source_config: { custom_url: `${address()}/elsewhere` },
    })) as Deployment
    expect(moved.latest_revision_id).toBe(made.latest_revision_id)
    await expect.poll(async () => (await get(made.id)).health).toMatchObject({ status: 'failing' })
    const again = (await bench.json('PATCH', `/v2/deployments/${made.id}`, {
      source_config: { custom_url: address() },
      secrets: [],
    })) as Deployment
    status = 200
    expect((await bench.settled(made.id, latest(again))).status).toBe('DEPLOYED')
    await bench.restart()
    expect((await bench.send('DELETE', `/v2/deployments/${made.id}`)).status).toBe(204)
    expect(bench.reported).toEqual([])
  })

  it('that does not answer is not deployed, and the reason says why', async () => {
    const { port } = agent.address() as AddressInfo
    agent.closeAllConnections()
    await new Promise((resolve) => agent.close(resolve))
    const made = await create({ source_config: { custom_url: `http://127.0.0.1:${port}` } })
    const revision = await bench.settled(made.id, latest(made))
    expect(revision.status).toBe('DEPLOY_FAILED')
    expect(revision.status_reason).toMatch(
      /cannot be reached \(ECONNREFUSED\).*Start the agent server/,
    )
    expect((await get(made.id)).active_revision_id).toBeNull()
  })

  it('§2.2 has no image, no secrets and nothing of git', async () => {
    const source_config = { custom_url: address() }
    expect(
      await faults(await send({ source_config, source_revision_config: { image_uri: 'agent:1' } })),
    ).toEqual(['body.source_config.custom_url'])
    expect(
      await faults(await send({ source_config, secrets: [{ name: 'A', value: 'abcd' }] })),
    ).toEqual(['body.secrets.0.name'])
    expect(
      await faults(await send({ source_config, source_revision_config: { repo_ref: 'main' } })),
    ).toEqual(['body.source_revision_config.repo_ref'])
    for (const custom_url of ['ftp://x', 'http://u:p@x', 'http://x/?a=b', 'nonsense']) {
      expect(await faults(await send({ source_config: { custom_url } }))).toEqual([
        'body.source_config.custom_url',
      ])
    }
  })
})

it.each([
  ['no container engine', [], /Docker or Podman.*neither is installed.*custom_url/],
  ['an engine without its service', ['docker'], /docker does not work here: no daemon\.$/],
])('an image where there is %s fails with what is missing', async (_where, engines, reason) => {
  const tools = path.join(bench.folder, 'tools')
  await mkdir(tools)
  for (const engine of engines) {
    const program = '#!/bin/sh\necho no daemon >&2\nexit 1\n'
    await writeFile(path.join(tools, engine), program, { mode: 0o755 })
  }
  const { PATH } = process.env
  const { execPath } = process
  try {
    process.env.PATH = tools
    process.execPath = path.join(tools, 'node')
    const made = await create({ source_revision_config: { image_uri: 'example.com/agent:1' } })
    const revision = await bench.settled(made.id, latest(made))
    expect(revision.status).toBe('DEPLOY_FAILED')
    expect(revision.status_reason).toMatch(reason)
    expect((await get(made.id)).source_config.custom_url).toBeNull()
  } finally {
    process.env.PATH = PATH
    process.execPath = execPath
  }
})
