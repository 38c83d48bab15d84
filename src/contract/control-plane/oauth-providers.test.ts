import { describe, expect, it } from 'vitest'
import {
  needsClientSecret,
  OAuthProviderResponse,
  providerId,
  providerUrlProblem,
} from './oauth-providers.ts'

/** The required fields of §2.1 and no others. */
const least = {
  id: 'i',
  organization_id: 'o',
  provider_id: 'p',
  name: 'n',
  client_id: 'c',
  auth_url: 'https://a.example',
  token_url: 'https://t.example',
  uses_pkce: true,
  code_challenge_method: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

describe('§2.1 a provider', () => {
  it('may have the required fields only', () => {
    expect(OAuthProviderResponse.parse(least)).toEqual(least)
  })

  it.each(Object.keys(least))('needs %s', (field) => {
    const { [field as keyof typeof least]: _left, ...rest } = least
    expect(OAuthProviderResponse.safeParse(rest).success).toBe(false)
  })

  it('may have every field, and more', () => {
    const full = {
      ...least,
      code_challenge_method: 'S256',
      provider_type: null,
      mcp_server_url: 'https://m.example',
      token_endpoint_auth_method: 'client_secret_basic',
      authorization_params: { prompt: 'consent' },
      is_dynamic_client: true,
      extra: 1,
    }
    expect(OAuthProviderResponse.parse(full)).toEqual(full)
    const params = { authorization_params: { prompt: 1 } }
    expect(OAuthProviderResponse.safeParse({ ...least, ...params }).success).toBe(false)
  })
})

it.each([
  ['github', true],
  ['a.b_c-1', true],
  ['', false],
  ['-a', false],
  ['a/b', false],
  ['a b', false],
  ['a'.repeat(129), false],
])('“%s” may be a provider’s id: %s', (value, isValid) => {
  expect(providerId.safeParse(value).success).toBe(isValid)
})

it.each([
  ['https://a.example/authorize?x=1', true],
  ['http://127.0.0.1:8080/token', true],
  ['HTTPS://A.example', true],
  ['', false],
  ['a.example', false],
  ['/authorize', false],
  ['ftp://a.example', false],
  ['javascript:alert(1)', false],
  ['https://a b.example', false],
  [' https://a.example', false],
  ['https://user:password@a.example', false],
  ['https://a.example/#part', false],
])('“%s” may be an address of a provider: %s', (value, isValid) => {
  expect(providerUrlProblem(value) === null).toBe(isValid)
})

it.each([
  [{}, true],
  [{ token_endpoint_auth_method: null, is_dynamic_client: null }, true],
  [{ token_endpoint_auth_method: 'client_secret_basic' }, true],
  [{ token_endpoint_auth_method: 'none' }, false],
  [{ is_dynamic_client: true }, false],
])('a client of %j needs a secret: %s', (provider, isNeeded) => {
  expect(needsClientSecret(provider)).toBe(isNeeded)
})
