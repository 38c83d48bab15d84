import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OAuthProviderResponse } from '../../../src/contract/control-plane/oauth-providers.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Bench, faults, openBench } from './bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

const url = '/v2/auth/providers'
const secret = 'the-client-secret-value'
/** The required fields of the published request. */
const least = {
  provider_id: 'acme',
  name: 'Acme',
  client_id: 'quarterdeck',
  client_secret: secret,
  auth_url: 'https://auth.acme.example/authorize',
  token_url: 'https://auth.acme.example/token',
}
const optional = {
  uses_pkce: true,
  code_challenge_method: 'plain',
  provider_type: 'oidc',
  mcp_server_url: 'https://mcp.acme.example/mcp',
  token_endpoint_auth_method: 'client_secret_basic',
  authorization_params: { prompt: 'consent', audience: 'api' },
  is_dynamic_client: true,
}

async function create(changes: object = {}): Promise<OAuthProviderResponse> {
  const response = await bench.send('POST', url, { ...least, ...changes })
  expect(response.status).toBe(200)
  return OAuthProviderResponse.parse(await response.json())
}
const patch = (body: object, id = 'acme') => bench.send('PATCH', `${url}/${id}`, body)
const get = async () => (await bench.json('GET', `${url}/acme`)) as OAuthProviderResponse
const sealed = async () => {
  const [row] = await bench.database.query<{ id: string; sealed_client_secret: string | null }>(
    `select id, sealed_client_secret from oauth_providers where provider_id = 'acme'`,
  )
  return row
}

describe('§2.1 creating a provider', () => {
  it('with the published fields alone takes the published defaults', async () => {
    const made = await create()
    const { client_secret: _, ...shown } = least
    expect(made).toEqual({
      ...shown,
      id: expect.any(String),
      organization_id: expect.any(String),
      uses_pkce: false,
      code_challenge_method: 'S256',
      provider_type: null,
      mcp_server_url: null,
      token_endpoint_auth_method: 'client_secret_post',
      authorization_params: null,
      is_dynamic_client: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await get()).toEqual(made)
    expect(await bench.json('GET', url)).toContainEqual(made)
  })

  it('tells null, absent and given apart', async () => {
    expect(await create({ code_challenge_method: null })).toMatchObject({
      code_challenge_method: null,
    })
    const nulls = { token_endpoint_auth_method: null, is_dynamic_client: null, uses_pkce: null }
    expect(await create({ provider_id: 'nulls', ...nulls })).toMatchObject({
      code_challenge_method: 'S256',
      token_endpoint_auth_method: 'client_secret_post',
      is_dynamic_client: false,
      uses_pkce: false,
    })
    expect(await create({ provider_id: 'none', authorization_params: {} })).toMatchObject({
      authorization_params: nothing,
    })
  })

  it('takes every optional field', async () => {
    expect(await create(optional)).toMatchObject(optional)
  })

  it('a public and a dynamic client have no secret', async () => {
    const { client_secret: _, ...bare } = least
    for (const [id, how] of [
      ['public', { token_endpoint_auth_method: 'none' }],
      ['dynamic', { is_dynamic_client: true }],
    ] as const) {
      const response = await bench.send('POST', url, { ...bare, ...how, provider_id: id })
      expect([id, response.status]).toEqual([id, 200])
    }
    expect(await faults(await bench.send('POST', url, bare))).toEqual(['body.client_secret'])
  })

  it('refuses an id that is taken, and leaves that record as it was', async () => {
    const made = await create()
    const response = await bench.send('POST', url, { ...least, name: 'Other', client_secret: 'x' })
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ detail: expect.stringContaining('acme') })
    expect(await get()).toEqual(made)
  })

  it.each<[string, object, string[]]>([
    ['a path as address', { auth_url: '/authorize' }, ['body.auth_url']],
    ['another protocol', { token_url: 'javascript:alert(1)' }, ['body.token_url']],
    ['a file', { mcp_server_url: 'file:///etc/passwd' }, ['body.mcp_server_url']],
    ['a password in an address', { auth_url: 'https://a:b@x.example' }, ['body.auth_url']],
    ['a metadata service', { token_url: 'http://2852039166/token' }, ['body.token_url']],
    ['a fragment', { token_url: 'https://x.example/token#x' }, ['body.token_url']],
    ['a bad id', { provider_id: '../x' }, ['body.provider_id']],
    ['an empty name', { name: ' ' }, ['body.name']],
    ['another challenge', { code_challenge_method: 'S512' }, ['body.code_challenge_method']],
    [
      'another way to the token endpoint',
      { token_endpoint_auth_method: 'private_key_jwt' },
      ['body.token_endpoint_auth_method'],
    ],
    [
      'a parameter that is no text',
      { authorization_params: { prompt: 1 } },
      ['body.authorization_params.prompt'],
    ],
    [
      'a parameter that the server sets',
      { authorization_params: { state: 'x' } },
      ['body.authorization_params.state'],
    ],
    ['a NUL', { name: 'a\0b' }, ['body.name']],
    ['several at once', { auth_url: 'x', uses_pkce: 'yes' }, ['body.auth_url', 'body.uses_pkce']],
  ])('§2.2 refuses %s with its location', async (_name, changes, locations) => {
    const response = await bench.send('POST', url, { ...least, ...changes })
    expect(await faults(response)).toEqual(locations)
    expect((await bench.send('GET', `${url}/acme`)).status).toBe(404)
  })

  it('§2.2 names every field that is missing', async () => {
    expect(await faults(await bench.send('POST', url, {}))).toEqual(
      ['provider_id', 'name', 'client_id', 'auth_url', 'token_url'].map((name) => `body.${name}`),
    )
  })
})

describe('changing a provider', () => {
  it('changes what is named, and nothing else', async () => {
    const made = await create(optional)
    const response = await patch({ name: 'Acme Inc.', uses_pkce: false, client_id: null })
    expect(response.status).toBe(200)
    const changed = await get()
    expect(changed).toEqual({
      ...made,
      name: 'Acme Inc.',
      uses_pkce: false,
      updated_at: changed.updated_at,
    })
    expect(await response.json()).toEqual(changed)
  })

  it('empties the fields that may be empty', async () => {
    await create(optional)
    const emptied = { provider_type: null, mcp_server_url: null, authorization_params: null }
    await patch({ ...emptied, code_challenge_method: null })
    expect(await get()).toMatchObject({ ...emptied, code_challenge_method: 'plain' })
  })

  it('takes a secret to no other origin than the one it was given for', async () => {
    await create()
    const token_url = 'https://elsewhere.example/token'
    expect(await faults(await patch({ token_url }))).toEqual(['body.client_secret'])
    expect((await get()).token_url).toBe(least.token_url)
    expect((await patch({ token_url: 'https://auth.acme.example/oauth/token' })).status).toBe(200)
    expect((await patch({ token_url, client_secret: 'another-secret' })).status).toBe(200)
  })

  it('asks for a secret when the client becomes one that needs it', async () => {
    const { client_secret: _, ...bare } = least
    await bench.send('POST', url, { ...bare, token_endpoint_auth_method: 'none' })
    const wanted = { token_endpoint_auth_method: 'client_secret_post' }
    expect(await faults(await patch(wanted))).toEqual(['body.client_secret'])
    expect((await patch({ ...wanted, client_secret: secret })).status).toBe(200)
    // One that never had a secret can still be renamed.
    expect((await patch({ name: 'Renamed' }, 'example')).status).toBe(200)
  })

  it('§2.2 refuses bad input with its location', async () => {
    const made = await create()
    const bad = { auth_url: 'ftp://x.example', provider_id: 'other' }
    expect((await faults(await patch(bad))).sort()).toEqual(['body.auth_url', 'body.provider_id'])
    expect(await get()).toEqual(made)
  })
})

it('the secret is encrypted for its record, and in no answer or error', async () => {
  const seen: string[] = []
  const note = async (response: Response) => seen.push(await response.text())
  await note(await bench.send('POST', url, least))
  await note(await bench.send('POST', url, least))
  await note(await bench.send('POST', url, { ...least, provider_id: 'b', uses_pkce: secret }))
  await note(await patch({ client_secret: `${secret}-2` }))
  await note(await patch({ client_secret: `${secret}-3`, auth_url: 'x' }))
  await note(await bench.send('GET', url))
  await note(await bench.send('GET', `${url}/acme`))
  await note(await bench.send('DELETE', `${url}/nobody`))
  expect(seen.join('\n')).not.toContain(secret)
  const row = await sealed()
  expect(row?.sealed_client_secret).not.toContain(secret)
  const box = secretBox('a secret key for tests, long enough')
  const context = `oauth provider ${row?.id} client secret`
  expect(box.open(row?.sealed_client_secret ?? '', context)).toBe(`${secret}-2`)
  expect(bench.reported).toEqual([])
})

it('deleting answers 200 and leaves nothing; what is unknown is 404, a bad id 422', async () => {
  await create()
  const response = await bench.send('DELETE', `${url}/acme`)
  expect([response.status, await response.json()]).toEqual([200, {}])
  expect(await sealed()).toBeUndefined()
  for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
    const unknown = await bench.send(method, `${url}/acme`, body)
    expect([method, unknown.status]).toEqual([method, 404])
    expect(await unknown.json()).toEqual({ detail: expect.any(String) })
    expect(await faults(await bench.send(method, `${url}/%20`, body))).toEqual(['path.provider_id'])
  }
})

it('§5 the tenant id alone reads providers and changes none', async () => {
  const { organization_id } = await create()
  const headers = { 'x-api-key': '', 'x-tenant-id': organization_id }
  expect((await bench.send('GET', `${url}/acme`, undefined, headers)).status).toBe(200)
  for (const [method, at] of [
    ['POST', url],
    ['PATCH', `${url}/acme`],
    ['DELETE', `${url}/acme`],
  ] as const) {
    const body = method === 'DELETE' ? undefined : {}
    expect((await bench.send(method, at, body, headers)).status).toBe(401)
  }
})
