import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, faults, openBench } from './bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

describe('§5 authentication', () => {
  const list = (headers: Record<string, string>) =>
    bench.send('GET', '/v2/auth/providers', undefined, { 'x-api-key': '', ...headers })

  it('§5.1 §5.2 each of the three alternatives works alone for providers, none is refused', async () => {
    const [provider] = (await bench.json('GET', '/v2/auth/providers')) as {
      organization_id: string
    }[]
    const tenant = provider?.organization_id ?? ''
    expect((await list({})).status).toBe(401)
    expect((await list({ 'x-api-key': 'wrong' })).status).toBe(401)
    expect((await list({ 'x-api-key': 'qd_test-key-of-the-control-plane' })).status).toBe(200)
    expect((await list({ authorization: 'Bearer qd_test-key-of-the-control-plane' })).status).toBe(
      200,
    )
    expect((await list({ 'x-tenant-id': tenant })).status).toBe(200)
    expect((await list({ 'x-tenant-id': '00000000-0000-4000-8000-000000000000' })).status).toBe(401)
    const deployments = await bench.send('GET', '/v2/deployments', undefined, {
      'x-api-key': '',
      'x-tenant-id': tenant,
    })
    expect(deployments.status).toBe(401)
  })

  it('§2.1 a provider has every field; §7 a faulty id is 422', async () => {
    const provider = (await bench.json('GET', '/v2/auth/providers/example')) as Record<
      string,
      unknown
    >
    expect(Object.keys(provider).sort()).toEqual(
      'auth_url authorization_params client_id code_challenge_method created_at id is_dynamic_client mcp_server_url name organization_id provider_id provider_type token_endpoint_auth_method token_url updated_at uses_pkce'.split(
        ' ',
      ),
    )
    expect(provider).toMatchObject({
      token_endpoint_auth_method: 'client_secret_post',
      is_dynamic_client: false,
      uses_pkce: true,
    })
    expect(await faults(await bench.send('GET', '/v2/auth/providers/%20'))).toEqual([
      'path.provider_id',
    ])
  })
})
