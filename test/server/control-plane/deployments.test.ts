import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  Deployment,
  DeploymentCreateRequest,
} from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Bench, faults, openBench } from './bench.ts'

let bench: Bench
let address: string
beforeEach(async () => {
  bench = await openBench()
  address = (await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))).folder
})
afterEach(() => bench?.close())

function request(changes: Partial<DeploymentCreateRequest> = {}): DeploymentCreateRequest {
  return {
    name: 'agent',
    source: 'github',
    source_config: { repo_url: address },
    source_revision_config: { repo_ref: 'main' },
    secrets: [],
    ...changes,
  }
}

async function create(changes?: Partial<DeploymentCreateRequest>): Promise<Deployment> {
  const response = await bench.send('POST', '/v2/deployments', request(changes))
  expect(response.status).toBe(201)
  return response.json()
}

describe('creating', () => {
  it('answers the published shape, with secrets by name only', async () => {
    const deployment = await create({ secrets: [{ name: 'TOKEN', value: 'not to be told' }] })
    expect(Object.keys(deployment).sort()).toEqual(
      'active_revision_id created_at health id image_version latest_revision_id latest_revision_status name secrets source source_config source_revision_config status updated_at usage_cap'.split(
        ' ',
      ),
    )
    expect(deployment.secrets).toEqual([{ name: 'TOKEN', value: null }])
    expect(deployment.source_config).toEqual({
      integration_id: null,
      repo_url: address,
      deployment_type: null,
      build_on_push: null,
      custom_url: 'http://agents.test/agents/agent',
      resource_spec: null,
      listener_id: null,
      listener_config: null,
      install_command: null,
      build_command: null,
      has_repo_token: false,
    })
    expect(deployment.source_revision_config).toEqual({
      repo_ref: 'main',
      langgraph_config_path: 'langgraph.json',
      image_uri: null,
      repo_commit_sha: null,
    })
  })

  it('35, 4.4: one request with a key makes one deployment, however often it is sent', async () => {
    const send = async (key: string, changes: Partial<DeploymentCreateRequest> = {}) => {
      const secrets = [{ name: 'TOKEN', value: 'one' }]
      const asked = request({ secrets, ...changes })
      const headers = { 'idempotency-key': key }
      const response = await bench.send('POST', '/v2/deployments', asked, headers)
      return { status: response.status, body: (await response.json()) as Deployment }
    }
    const made = await Promise.all([send('first'), send('first')])
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    const [one, two] = made.map(({ body }) => body)
    expect(two).toEqual(one)
    // The value of a secret is not what a request is known again by.
    const again = await send('first', { secrets: [{ name: 'TOKEN', value: 'two' }] })
    expect(again).toMatchObject({ status: 201, body: { id: one?.id } })
    const list = (await bench.json('GET', '/v2/deployments')) as { resources: Deployment[] }
    expect(list.resources).toHaveLength(1)
    const fault = { detail: [{ loc: ['header', 'Idempotency-Key'], msg: expect.any(String) }] }
    expect(await send('first', { name: 'other' })).toMatchObject({ status: 422, body: fault })
    expect(await send('a b')).toMatchObject({ status: 422, body: fault })
    expect((await send('second')).status).toBe(409)
  })

  it('refuses a name that is taken, and leaves the other as it was', async () => {
    const first = await create()
    const response = await bench.send('POST', '/v2/deployments', request())
    expect(response.status).toBe(409)
    expect((await response.json()) as object).toEqual({ detail: expect.stringContaining('agent') })
    const list = (await bench.json('GET', '/v2/deployments')) as { resources: Deployment[] }
    expect(list.resources.map((one) => one.latest_revision_id)).toEqual([first.latest_revision_id])
  })

  it.each<[string, unknown, string[]]>([
    ['a body that is no JSON', '{', ['body']],
    [
      'an empty body',
      {},
      [
        'body.name',
        'body.source',
        'body.source_config',
        'body.source_revision_config',
        'body.secrets',
      ],
    ],
    ['a bad name', { name: 'Not A Name' }, ['body.name']],
    ['no repository', { source_config: {} }, ['body.source_config.repo_url']],
    [
      'an option as address',
      { source_config: { repo_url: '--upload-pack=touch /tmp/x' } },
      ['body.source_config.repo_url'],
    ],
    [
      'a transport that runs a command',
      { source_config: { repo_url: 'ext::sh -c id' } },
      ['body.source_config.repo_url'],
    ],
    [
      'a password in the address',
      { source_config: { repo_url: 'https://user:pw@example.com/x.git' } },
      ['body.source_config.repo_url'],
    ],
    [
      'an option as ref',
      { source_revision_config: { repo_ref: '--output=x' } },
      ['body.source_revision_config.repo_ref'],
    ],
    [
      'a config path that climbs out',
      { source_revision_config: { langgraph_config_path: '../langgraph.json' } },
      ['body.source_revision_config.langgraph_config_path'],
    ],
    [
      'an address of its own',
      { source_config: { repo_url: '/x', custom_url: 'http://example.com' } },
      ['body.source_config.custom_url'],
    ],
    [
      'build_on_push with a tag',
      {
        source_config: { repo_url: '/x', build_on_push: true },
        source_revision_config: { repo_ref: 'refs/tags/v1' },
      },
      ['body.source_config.build_on_push'],
    ],
    ['a reserved secret', { secrets: [{ name: 'PATH', value: 'x' }] }, ['body.secrets.0.name']],
    [
      'a secret twice',
      {
        secrets: [
          { name: 'A', value: 'x' },
          { name: 'A', value: 'y' },
        ],
      },
      ['body.secrets.1.name'],
    ],
    [
      'a secret without a value',
      { secrets: [{ name: 'A', value: null }] },
      ['body.secrets.0.value'],
    ],
    [
      'a NUL in a text',
      { source_config: { repo_url: '/x', build_command: 'a\0b' } },
      ['body.source_config.build_command'],
    ],
    [
      'an image with a repository',
      {
        source: 'external_docker',
        source_config: { repo_url: '/x' },
        source_revision_config: { image_uri: 'x' },
      },
      ['body.source_config.repo_url'],
    ],
    [
      'neither an image nor an address',
      { source: 'external_docker', source_config: {}, source_revision_config: {} },
      ['body.source_revision_config.image_uri'],
    ],
    [
      'an option as image',
      {
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: '--privileged' },
      },
      ['body.source_revision_config.image_uri'],
    ],
    [
      'a server at an address that tells a machine its credentials',
      {
        source: 'external_docker',
        source_config: { custom_url: 'http://169.254.169.254/latest' },
        source_revision_config: {},
      },
      ['body.source_config.custom_url'],
    ],
    [
      'a token for an address without encryption',
      { source_config: { repo_url: 'http://example.com/x.git', repo_token: 'abc' } },
      ['body.source_config.repo_token'],
    ],
    [
      'too little memory to load anything',
      { source_config: { repo_url: '/x', resource_spec: { memory_limit_mb: 16 } } },
      ['body.source_config.resource_spec.memory_limit_mb'],
    ],
  ])('§2.2 refuses %s with its location', async (_name, changes, locations) => {
    const body =
      typeof changes === 'string' || Object.keys(changes as object).length === 0
        ? changes
        : { ...request(), ...(changes as object) }
    expect(await faults(await bench.send('POST', '/v2/deployments', body))).toEqual(locations)
    expect(
      ((await bench.json('GET', '/v2/deployments')) as { resources: unknown[] }).resources,
    ).toEqual([])
  })
})

describe('listing', () => {
  it('pages, and filters by name, status, type and ids', async () => {
    const made: Deployment[] = []
    for (const name of ['alpha', 'beta', 'gamma-alpha']) made.push(await create({ name }))
    const names = async (query: string) =>
      (
        (await bench.json('GET', `/v2/deployments?${query}`)) as { resources: Deployment[] }
      ).resources.map((one) => one.name)
    expect(await names('')).toEqual(['gamma-alpha', 'beta', 'alpha'])
    const page = (await bench.json('GET', '/v2/deployments?limit=2')) as { offset: number }
    expect(page.offset).toBe(2)
    expect(await names(`limit=2&offset=${page.offset}`)).toEqual(['alpha'])
    // 33.2.7: what is called so comes first, however many are newer.
    expect(await names('name_contains=ALPHA')).toEqual(['alpha', 'gamma-alpha'])
    expect(await names('name_contains=alph')).toEqual(['gamma-alpha', 'alpha'])
    expect(await names('name_contains=%25')).toEqual([])
    expect(await names('name_contains=Alpha+gam')).toEqual(['gamma-alpha'])
    expect(await names('name_contains=alpha+beta')).toEqual([])
    expect(await names(`deployment_ids=${made[1]?.id},${made[0]?.id}`)).toEqual(['beta', 'alpha'])
    expect(await names('deployment_ids=none')).toEqual([])
    expect(await names('deployment_type=prod')).toEqual([])
    expect(await names('status=UNUSED')).toEqual([])
    expect(await faults(await bench.send('GET', '/v2/deployments?limit=0'))).toEqual([
      'query.limit',
    ])
  })
})

describe('patching', () => {
  const patch = (id: string, body: unknown) => bench.send('PATCH', `/v2/deployments/${id}`, body)

  it('starts a revision only for the published fields', async () => {
    const first = await create()
    const unchanged = (await (
      await patch(first.id, { source_config: { build_command: 'true' } })
    ).json()) as Deployment
    expect(unchanged.latest_revision_id).toBe(first.latest_revision_id)
    expect(unchanged.source_config.build_command).toBe('true')
    expect(unchanged.source_config.repo_url).toBe(address)
    for (const body of [
      { source_revision_config: { repo_ref: 'main' } },
      { source_revision_config: { langgraph_config_path: 'langgraph.json' } },
      { secrets: [] },
      { source_config: { resource_spec: { cpu: 1 } } },
    ]) {
      const before = (await bench.json('GET', `/v2/deployments/${first.id}`)) as Deployment
      const after = (await (await patch(first.id, body)).json()) as Deployment
      expect([body, after.latest_revision_id]).not.toEqual([body, before.latest_revision_id])
    }
  })

  it('keeps, replaces and removes secrets', async () => {
    const first = await create({
      secrets: [
        { name: 'KEPT', value: 'kept-value' },
        { name: 'CHANGED', value: 'old-value' },
        { name: 'REMOVED', value: 'gone' },
      ],
    })
    await bench.settled(first.id, first.latest_revision_id ?? '')
    const second = (await (
      await patch(first.id, {
        secrets: [
          { name: 'KEPT', value: null },
          { name: 'CHANGED', value: 'new-value' },
        ],
      })
    ).json()) as Deployment
    await bench.settled(first.id, second.latest_revision_id ?? '')
    expect(bench.host.loaded.at(-1)?.env).toEqual({ KEPT: 'kept-value', CHANGED: 'new-value' })
    expect(
      await faults(await patch(first.id, { secrets: [{ name: 'NEW', value: null }] })),
    ).toEqual(['body.secrets.0.value'])
  })

  it.each<[string, unknown, string[]]>([
    ['name', { name: 'other' }, ['body.name']],
    ['source', { source: 'external_docker' }, ['body.source']],
    ['repo_url', { source_config: { repo_url: '/other' } }, ['body.source_config.repo_url']],
    [
      'deployment_type',
      { source_config: { deployment_type: 'prod' } },
      ['body.source_config.deployment_type'],
    ],
  ])('refuses to change %s, naming it', async (_name, body, locations) => {
    const first = await create()
    expect(await faults(await patch(first.id, body))).toEqual(locations)
    const after = (await bench.json('GET', `/v2/deployments/${first.id}`)) as Deployment
    expect(after.latest_revision_id).toBe(first.latest_revision_id)
  })

  it('accepts what was read, sent back', async () => {
    const first = await create({ secrets: [{ name: 'A', value: 'abcd' }] })
    const { source_config, secrets, source_revision_config } = first
    const { repo_commit_sha: _, ...revision } = source_revision_config
    const response = await patch(first.id, {
      source_config,
      secrets,
      source_revision_config: revision,
    })
    expect(response.status).toBe(200)
  })
})

describe('unknown things', () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  it('are 404 with a sentence, ids of another form 422', async () => {
    const { id } = await create()
    for (const url of [
      `/v2/deployments/${nobody}`,
      `/v2/deployments/${nobody}/revisions`,
      `/v2/deployments/${nobody}/revisions/${nobody}`,
      `/v2/deployments/${id}/revisions/${nobody}`,
      `/v2/deployments/${id}/revisions/${nobody}/logs?type=build`,
      '/v2/auth/providers/nobody',
    ]) {
      const response = await bench.send('GET', url)
      expect([url, response.status]).toEqual([url, 404])
      expect(await response.json()).toEqual({ detail: expect.any(String) })
    }
    expect(await faults(await bench.send('GET', '/v2/deployments/nope'))).toEqual([
      'path.deployment_id',
    ])
    expect((await bench.send('PATCH', `/v2/deployments/${nobody}`, {})).status).toBe(404)
  })
})
