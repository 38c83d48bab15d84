import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyLike, expectAnswer, fuzzing, queryLike } from '../../helpers/fuzz.ts'
import { type Bench, openBench } from './bench.ts'

const record = {
  provider_id: 'acme',
  name: 'Acme',
  client_id: 'client',
  client_secret: 'secret',
  auth_url: 'http://127.0.0.1:9/authorize',
  token_url: 'http://127.0.0.1:9/token',
  uses_pkce: true,
  code_challenge_method: 'plain',
  provider_type: 'oidc',
  mcp_server_url: 'http://127.0.0.1:9/mcp',
  token_endpoint_auth_method: 'client_secret_basic',
  authorization_params: { prompt: 'consent' },
  is_dynamic_client: false,
}
let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  await bench.send('POST', '/v2/auth/providers', record)
})
afterAll(async () => {
  await bench?.close()
  expect(bench?.reported).toEqual([])
})

it('§2.2 no body for a provider makes the server fail', async () => {
  const body = bodyLike(record)
  const property = fc.asyncProperty(body, fc.boolean(), async (text, isNew) => {
    const at = isNew ? '/v2/auth/providers' : '/v2/auth/providers/acme'
    await expectAnswer(await bench.send(isNew ? 'POST' : 'PATCH', at, text))
  })
  await fc.assert(property, fuzzing)
})

it('§2.2 nor one for an authorization', async () => {
  const body = bodyLike({ user_id: 'ada', agent_id: 'a', provider: 'acme', scopes: ['read'] })
  const property = fc.asyncProperty(body, async (text) => {
    const response = await bench.send('POST', '/v2/auth/authenticate?include_token=false', text)
    // The provider leads nowhere, which is no fault of the server.
    if (response.status === 502) return
    await expectAnswer(response)
  })
  await fc.assert(property, fuzzing)
})

it('§2.2 nor a question, nor an answer of a provider', async () => {
  const path = fc.oneof(
    fc.constantFrom('/v2/auth/callback/acme', '/v2/auth/connections', '/v2/auth/wait/x'),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((id) => `/v2/auth/providers/${encodeURIComponent(id)}`),
  )
  const query = queryLike([
    'code',
    'state',
    'error',
    'iss',
    'timeout',
    'provider',
    'user_id',
    'limit',
  ])
  const property = fc.asyncProperty(path, query, async (at, text) => {
    await expectAnswer(await bench.send('GET', `${at}?${text}`))
  })
  await fc.assert(property, fuzzing)
})

it('§2.2 nor a connection that is none', async () => {
  for (const id of ['x', '%20', "'", '00000000-0000-4000-8000-000000000000']) {
    await expectAnswer(await bench.send('DELETE', `/v2/auth/connections/${id}`))
  }
})
