import { getOAuthProvider, listOAuthProviders } from '../control-plane/oauth-providers.ts'
import { firstReads, firstReadsBelow, type Read } from './first-reads.ts'

/** The OAuth provider records of a control plane. */
export const providerList: Read<typeof listOAuthProviders> = {
  endpoint: listOAuthProviders,
  input: {},
  keptAs: 'answer',
}

/** One OAuth provider record. */
export function providerRead(provider_id: string): Read<typeof getOAuthProvider> {
  return { endpoint: getOAuthProvider, input: { params: { provider_id } }, keptAs: 'answer' }
}

export const providersPage = firstReads('providers', () => [providerList])

/** The record, and the form that changes it. */
export const aboutProvider = firstReadsBelow('provider', ({ providerId }) => [
  providerRead(providerId),
])
