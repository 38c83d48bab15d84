import { expect, it } from 'vitest'
import { createProviderRequest, emptyProvider, patchProviderRequest } from './provider-values.ts'

const typed = {
  ...emptyProvider,
  provider_id: 'github',
  name: ' GitHub ',
  client_id: 'abc',
  client_secret: 'hunter2',
  auth_url: 'https://github.example/authorize',
  token_url: 'https://github.example/token',
  authorization_params: [
    { name: 'audience', value: 'api' },
    { name: '', value: '' },
  ],
}

it('leaves out of a new provider what was not typed', () => {
  expect(createProviderRequest(typed)).toEqual({
    provider_id: 'github',
    name: 'GitHub',
    client_id: 'abc',
    client_secret: 'hunter2',
    auth_url: 'https://github.example/authorize',
    token_url: 'https://github.example/token',
    uses_pkce: true,
    code_challenge_method: 'S256',
    token_endpoint_auth_method: 'client_secret_post',
    authorization_params: { audience: 'api' },
  })
  expect(createProviderRequest({ ...typed, uses_pkce: false })).not.toHaveProperty(
    'code_challenge_method',
  )
})

it('sends only what changed, the secret only when it was typed, and null for what was emptied', () => {
  const before = { ...typed, name: 'GitHub', client_secret: '', provider_type: 'github' }
  expect(patchProviderRequest(before, before)).toEqual({})
  expect(
    patchProviderRequest(before, {
      ...before,
      name: 'GitHub Enterprise',
      provider_type: ' ',
      uses_pkce: false,
      client_secret: 'new',
      authorization_params: [],
    }),
  ).toEqual({
    name: 'GitHub Enterprise',
    provider_type: null,
    uses_pkce: false,
    client_secret: 'new',
    authorization_params: null,
  })
})
