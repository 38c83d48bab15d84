import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuthAuthenticateResponse } from '../../../src/contract/control-plane/oauth-connections.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { agree, clientSecret, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts'

let stack: Stack
let provider: OpenIdProvider
beforeAll(async () => {
  stack = await startStack()
  const callback = `${stack.url}/api-host/v2/auth/callback/acme`
  provider = await startOpenIdProvider({ redirectUris: [callback] })
})
afterAll(async () => {
  await provider?.close()
  await stack?.close()
})

it('a person connects through the whole server, and no browser gets the token', async () => {
  const ask = { user_id: 'ada', provider: 'acme', scopes: ['read'] }
  await stack.json('POST', '/api-host/v2/auth/providers', {
    provider_id: 'acme',
    name: 'Acme',
    client_id: 'post',
    client_secret: clientSecret,
    auth_url: `${provider.issuer}/auth`,
    token_url: `${provider.issuer}/token`,
    uses_pkce: true,
  })
  const authenticate = () =>
    stack.json<AuthAuthenticateResponse>('POST', '/api-host/v2/auth/authenticate', ask)
  const begun = await authenticate()
  const answer = await agree(begun.url ?? '', { callback: stack.url })
  const page = await fetch(answer)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Connected to')])
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha/)
  expect(page.headers.get('x-frame-options')).toBe('DENY')

  const { token } = await authenticate()
  expect(token).toMatch(/^\S{20,}$/)
  const gateway = `${stack.url}/gateway/connections/local/control-plane/v2/auth`
  const seen = await Promise.all([
    fetch(`${gateway}/authenticate?include_token=true`, {
      method: 'POST',
      headers: { origin: stack.url, 'content-type': 'application/json' },
      body: JSON.stringify(ask),
    }),
    fetch(`${gateway}/wait/${begun.auth_id}?timeout=0`),
    fetch(`${gateway}/connections`),
  ])
  expect(seen.map((response) => response.status)).toEqual([200, 200, 200])
  const texts = await Promise.all(seen.map((response) => response.text()))
  expect(texts.map((text) => JSON.parse(text))).toMatchObject([
    { status: 'completed', token: null },
    { status: 'completed', token: null },
    [{ user_id: 'ada', provider: 'acme' }],
  ])
  expect(texts.join()).not.toContain(token)
})
