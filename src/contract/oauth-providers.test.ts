import { describe, expect, it } from 'vitest'
import { OAuthProviderResponse, providerId } from './oauth-providers.ts'

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
