import { ClientError, ResponseBodyError } from 'openid-client'
import { ProviderFault } from './provider-fetch.ts'

/** The published error codes, in words. */
const meanings: Record<string, string> = {
  access_denied: 'The request for access was refused.',
  invalid_client: 'It does not accept the id or the secret of the client.',
  invalid_grant: 'It does not accept the code or the refresh token (any more).',
  invalid_request: 'It finds a fault in the request.',
  invalid_scope: 'It does not know a scope that was asked for, or does not grant it.',
  invalid_target: 'It does not know the resource that was asked for.',
  login_required: 'Somebody must sign in there first.',
  consent_required: 'Somebody must agree there first.',
  interaction_required: 'Somebody must answer it first.',
  server_error: 'It failed.',
  temporarily_unavailable: 'It is not available at the moment.',
  unauthorized_client: 'It does not let this client do that.',
  unsupported_grant_type: 'It does not let this client do that.',
  unsupported_response_type: 'It does not let this client do that.',
}

/** An error code of the published form, in a sentence. The provider's own words are not passed on. */
export function meaningOf(code: string): string {
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  if (known) return known
  return /^[a-z][a-z_]{0,40}$/.test(code) ? `It answered “${code}”.` : 'It answered with an error.'
}

/** True when the provider does not accept a refresh token any more: only the person can help. */
export function isGrantOver(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant'
}

/**
 * What went wrong with a provider, in a sentence without secrets, or null for an error that is not
 * the provider's.
 */
export function faultOf(error: unknown, name: string): string | null {
  const reason = reasonOf(error)
  return reason && `The provider “${name}” did not do its part. ${reason}`
}

function reasonOf(error: unknown): string | null {
  if (error instanceof ProviderFault) return error.message
  if (error instanceof ResponseBodyError) return meaningOf(error.error)
  if (!(error instanceof Error)) return null
  if (error.name === 'TimeoutError' || codeOf(error) === 'OAUTH_TIMEOUT') {
    return 'It did not answer in time.'
  }
  const code = codeOf(error)
  if (/^(E[A-Z_]+|ERR_(TLS|SSL)_\w+|CERT_\w+|DEPTH_\w+|SELF_\w+|UNABLE_\w+)$/.test(code)) {
    return `It could not be reached (${code}).`
  }
  if (error instanceof ClientError) {
    return reasonOf(error.cause) ?? 'Its answer is not one of the protocol.'
  }
  return null
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
