/** Deploying an archive that is uploaded, as a client of the control plane sees it. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { UploadPlace } from '../../../src/contract/control-plane/source-archives.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject } from '../../helpers/git.ts'
import { fileEntry, packed } from '../../helpers/source-archive.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

const base = '/api-host/v2/deployments'
const like = (pattern: RegExp) => expect.stringMatching(pattern) as unknown

function created(name: string, more: object = {}): Promise<Deployment> {
  return stack.json<Deployment>('POST', base, {
    name,
    source: 'internal_source',
    source_config: { deployment_type: 'dev_zero' },
    source_revision_config: {},
    secrets: [],
    ...more,
  })
}

const placeFor = (id: string) => stack.json<UploadPlace>('POST', `${base}/${id}/upload-url`)

/** As the published command line does it: to the address alone, without a key. */
function put(place: UploadPlace, archive: Buffer<ArrayBuffer>): Promise<Response> {
  const headers = { 'content-type': 'application/gzip' }
  return fetch(place.upload_url, { method: 'PUT', headers, body: archive })
}

const patch = (id: string, body: object) => stack.json<Deployment>('PATCH', `${base}/${id}`, body)
const revisionsOf = async (id: string) =>
  (await stack.json<{ resources: Revision[] }>('GET', `${base}/${id}/revisions`)).resources

/** Uploads an archive and deploys it. */
async function uploaded(
  id: string,
  archive: Buffer<ArrayBuffer>,
  more: object = {},
): Promise<Revision> {
  const place = await placeFor(id)
  expect((await put(place, archive)).status).toBe(200)
  const changed = await patch(id, {
    revision_source: 'internal_source',
    source_revision_config: { source_tarball_path: place.object_path, ...more },
  })
  return stack.settled(id, changed.latest_revision_id)
}

async function answer(name: string): Promise<string> {
  const input = { messages: [{ role: 'user', content: 'hello' }] }
  const values = await stack.json<{ messages: { content: string }[] }>(
    'POST',
    `/agents/${name}/runs/wait`,
    { assistant_id: 'agent', input },
  )
  return values.messages.at(-1)?.content ?? ''
}

async function logsOf(id: string, revisionId: string): Promise<string[]> {
  const path = `${base}/${id}/revisions/${revisionId}/logs?type=build`
  const { logs } = await stack.json<{ logs: { message: string }[] }>('GET', path)
  return logs.map(({ message }) => message)
}

it('waits for its source with its secrets, is deployed, changed, built again and put back', async () => {
  const waiting = await created('uploaded', { secrets: [{ name: 'ONE', value: 'first' }] })
  const [first] = await revisionsOf(waiting.id)
  expect(first).toMatchObject({ status: 'CREATING', source: 'internal_source', has_archive: false })
  // Other settings are those of the revision that waits; it begins with its source alone.
  await patch(waiting.id, {
    secrets: [
      { name: 'ONE', value: null },
      { name: 'TWO', value: 'x' },
    ],
  })
  expect(await revisionsOf(waiting.id)).toMatchObject([
    { id: first?.id, status: 'CREATING', secret_names: ['ONE', 'TWO'] },
  ])
  const none = await stack.call('POST', `${base}/${waiting.id}/revisions`, {})
  expect([none.status, await none.text()]).toEqual([409, like(/Nothing has been uploaded/)])

  const one = await packed(agentProject('one'), [
    { header: { name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
  ])
  const deployed = await uploaded(waiting.id, one)
  expect(deployed).toMatchObject({
    id: first?.id,
    status: 'DEPLOYED',
    status_reason: null,
    has_build: true,
    has_archive: true,
    source_revision_config: {
      langgraph_config_path: 'langgraph.json',
      source_archive: { bytes: one.byteLength, sha256: like(/^[0-9a-f]{64}$/) },
    },
  })
  // It began with its source, however long it waited.
  const begun = (revision: Revision | undefined) => revision?.status_history?.[0]?.at ?? ''
  expect(begun(deployed) > begun(first)).toBe(true)
  expect(await answer('uploaded')).toBe('one')
  expect(await logsOf(waiting.id, deployed.id)).toEqual(
    expect.arrayContaining([
      like(/^Unpacking archive [0-9a-f]{7} \(\d+ bytes\)\.$/),
      'Unpacked 2 files.',
      'Left out, since links and what lies outside of the archive are not taken: link.',
    ]),
  )

  const second = await uploaded(waiting.id, await packed(agentProject('two')))
  expect(second.status).toBe('DEPLOYED')
  expect(await answer('uploaded')).toBe('two')
  // Its secrets are as they were; a new revision of the same settings takes the same archive.
  expect(second.secret_names).toEqual(['ONE', 'TWO'])
  const again = await stack.json<Revision>('POST', `${base}/${waiting.id}/revisions`, {})
  const repeated = await stack.settled(waiting.id, again.id)
  expect(repeated.source_revision_config.source_archive).toEqual(
    second.source_revision_config.source_archive,
  )

  const back = await stack.json<Deployment>(
    'POST',
    `${base}/${waiting.id}/revisions/${deployed.id}/redeploy`,
  )
  expect((await stack.settled(waiting.id, back.latest_revision_id)).status).toBe('DEPLOYED')
  expect(await answer('uploaded')).toBe('one')
})

it('what cannot be deployed says so, and what served goes on', async () => {
  const { id } = await created('troubled')
  await uploaded(id, await packed({ 'agent-1a2b/langgraph.json': '{}' }))
  const [empty] = await revisionsOf(id)
  expect(empty).toMatchObject({ status: 'CREATE_FAILED', status_reason: like(/graphs/) })
  await uploaded(id, await packed(agentProject('fine')))
  for (const [archive, reason] of [
    [Buffer.from('1f8b0800000000000003', 'hex'), /cannot be unpacked/],
    [await packed({ 'other.txt': 'x' }), /langgraph\.json/],
    [await packed({}, [fileEntry('../langgraph.json', '{}')]), /cannot be unpacked/],
  ] as const) {
    const failed = await uploaded(id, archive)
    expect(failed.status).toBe('CREATE_FAILED')
    expect(failed.status_reason).toMatch(reason)
  }
  const elsewhere = await uploaded(id, await packed(agentProject('fine')), {
    langgraph_config_path: 'nowhere/langgraph.json',
  })
  expect(elsewhere.status_reason).toMatch(/nowhere\/langgraph\.json/)
  expect(await answer('troubled')).toBe('fine')
})

it('archives go that nothing is built from again; of what was given up one is told', async () => {
  const { id } = await created('many')
  const revisions: Revision[] = []
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) {
    revisions.push(await uploaded(id, await packed(agentProject(text))))
  }
  // They go after the rollout, with the builds.
  await vi.waitFor(async () => {
    const told = (await revisionsOf(id)).map(
      ({ has_build, has_archive }) => has_build && has_archive,
    )
    expect(told).toEqual([true, true, true, false, false, false])
  })
  const oldest = await stack.call('POST', `${base}/${id}/revisions/${revisions[0]?.id}/redeploy`)
  expect([oldest.status, await oldest.text()]).toEqual([
    400,
    like(/archive of this revision is not kept/),
  ])
  await stack.call('DELETE', `${base}/${id}`)
  expect((await readdir(path.join(stack.folder, 'data', 'builds'))).join()).not.toContain(
    revisions[5]?.id,
  )
})

it('takes an archive whole or not at all, from whoever has its address or the key', async () => {
  const { id } = await created('places')
  const archive = await packed(agentProject('one'))
  const place = await placeFor(id)
  expect(place).toMatchObject({ max_bytes: 200 * 1024 * 1024, expires_at: expect.any(String) })
  const path = new URL(place.upload_url).pathname
  const to = (url: string, body: Buffer<ArrayBuffer> | string, headers = {}) =>
    fetch(url, { method: 'PUT', headers, body })
  const status = async (answer: Promise<Response>) => {
    const response = await answer
    return [response.status, ((await response.json()) as { detail?: unknown }).detail]
  }
  expect(await status(to(`${stack.url}${path}`, archive))).toEqual([401, like(/X-Api-Key/)])
  expect(await status(to(`${stack.url}${path}?token=wrong`, archive))).toEqual([403, like(/token/)])
  expect(await status(to(place.upload_url, 'plain text'))).toEqual([422, like(/no \.tar\.gz/)])
  expect(await status(to(place.upload_url, ''))).toEqual([422, like(/no \.tar\.gz/)])
  expect(
    await status(to(place.upload_url.replace(place.upload_id ?? '', 'x'), archive)),
  ).toMatchObject([422, [{ loc: ['path', 'upload_id'] }]])
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(
    await status(to(place.upload_url.replace(place.upload_id ?? '', nobody), archive)),
  ).toEqual([404, like(/no such place/)])

  // Nothing is there yet, and what is not there cannot be deployed.
  const early = await stack.call('PATCH', `${base}/${id}`, {
    source_revision_config: { source_tarball_path: place.object_path },
  })
  expect([early.status, await early.text()]).toEqual([422, like(/Nothing has been uploaded there/)])
  await brokenOff(place.upload_url, archive)
  // The server may hear of one that broke off later than of the next.
  await vi.waitFor(async () => {
    const answer = await to(`${stack.url}${path}`, archive, { 'x-api-key': stack.apiKey })
    expect(answer.status).toBe(200)
  })
  expect(await status(to(place.upload_url, archive))).toEqual([409, like(/already/)])

  const other = await created('others')
  const foreign = await stack.call('PATCH', `${base}/${other.id}`, {
    source_revision_config: { source_tarball_path: place.object_path },
  })
  expect([foreign.status, await foreign.text()]).toEqual([
    422,
    like(/no such archive of this deployment/),
  ])
})

/** Begins to send an archive and leaves in the middle. */
async function brokenOff(url: string, archive: Buffer<ArrayBuffer>): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${archive.byteLength}\r\n\r\n`
  await new Promise((resolve) => socket.write(head, resolve))
  await new Promise((resolve) => socket.write(archive.subarray(0, 50), resolve))
  socket.destroy()
}

it('refuses by name what is not of an upload', async () => {
  const faults = async (answer: Promise<Response>) => {
    const response = await answer
    const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string }[] }
    return [response.status, Object.fromEntries(detail.map(({ loc, msg }) => [loc.join('.'), msg]))]
  }
  const wrong = {
    name: 'wrong',
    source: 'internal_source',
    source_config: {
      repo_url: 'https://git.example/a',
      custom_url: 'https://a.example',
      build_on_push: true,
      repo_token: 'secret-token',
    },
    source_revision_config: { repo_ref: 'main', image_uri: 'a/b', source_tarball_path: 'x' },
    secrets: [],
  }
  expect(await faults(stack.call('POST', base, wrong))).toMatchObject([
    422,
    {
      'body.source_config.repo_url': like(/git/),
      'body.source_config.custom_url': like(/upload/),
      'body.source_config.build_on_push': like(/git/),
      'body.source_config.repo_token': like(/git/),
      'body.source_revision_config.repo_ref': like(/git/),
      'body.source_revision_config.image_uri': like(/image/),
      'body.source_revision_config.source_tarball_path': like(/upload URL/),
    },
  ])
  const attached = await stack.json<Deployment>('POST', base, {
    name: 'attached',
    source: 'external_docker',
    source_config: { custom_url: 'http://127.0.0.1:9' },
    source_revision_config: {},
    secrets: [],
  })
  const place = await stack.call('POST', `${base}/${attached.id}/upload-url`)
  expect([place.status, await place.text()]).toEqual([
    400,
    like(/only available for 'internal_source'/),
  ])
  expect(
    await faults(
      stack.call('PATCH', `${base}/${attached.id}`, {
        revision_source: 'internal_source',
        source_revision_config: { source_tarball_path: 'x' },
      }),
    ),
  ).toMatchObject([
    422,
    {
      'body.revision_source': like(/external_docker/),
      'body.source_revision_config.source_tarball_path': like(/internal_source/),
    },
  ])
  const push = await stack.call('POST', `${base}/${attached.id}/push-token`, {})
  expect([push.status, await push.text()]).toEqual([404, like(/--remote/)])
  const byAgent = await stack.call('GET', `${base}?agent_id=x&agent_environment=prod`)
  expect([byAgent.status, await byAgent.text()]).toEqual([422, like(/by agent/)])
})

it('an archive larger than any other body passes through the gateway, for whoever may deploy', async () => {
  const { id } = await created('through-gateway')
  const large = randomBytes(17 * 1024 * 1024)
  const more = [{ header: { name: 'large.bin', size: large.byteLength }, body: large }]
  const archive = await packed(agentProject('through the gateway'), more)
  const root = '/gateway/connections/local/control-plane/v2'
  const throughGateway = (method: string, path: string, body?: Buffer<ArrayBuffer>) =>
    fetch(`${stack.url}${root}${path}`, {
      method,
      headers: { origin: stack.url, 'content-type': 'application/gzip' },
      ...(body && { body }),
    })
  const asked = await throughGateway('POST', `/deployments/${id}/upload-url`)
  const place = (await asked.json()) as UploadPlace
  const sent = await throughGateway('PUT', `/source-archives/${place.upload_id}`, archive)
  expect([sent.status, await sent.json()]).toMatchObject([200, { bytes: archive.byteLength }])
  const changed = await patch(id, {
    source_revision_config: { source_tarball_path: place.object_path },
  })
  expect((await stack.settled(id, changed.latest_revision_id)).status).toBe('DEPLOYED')
  expect(await answer('through-gateway')).toBe('through the gateway')
  // Elsewhere a body of that size is refused.
  const refused = await throughGateway('POST', `/deployments/${id}/upload-url`, archive)
  expect(refused.status).toBe(413)
})
