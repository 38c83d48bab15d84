import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { SignInFault } from '../../../contract/gateway/provider-sign-in.ts'
import { faultOf, meaningOf } from '../../outgoing/provider-fault.ts'

/** Nobody was signed in. The message is for the log, and holds nothing secret. */
export class SignInRefusal extends Error {
  readonly fault: SignInFault

  constructor(fault: SignInFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** The provider's answer says no. @param error its code, in the published form */
export function refusalByProvider(error: string): SignInRefusal {
  const isAway = error === 'server_error' || error === 'temporarily_unavailable'
  const isClient = error === 'unauthorized_client' || error === 'invalid_client'
  const isFault = /^(invalid|unsupported|request)_/.test(error)
  const fault = isAway ? 'away' : isClient ? 'client' : isFault ? 'answer' : 'refused'
  return new SignInRefusal(fault, meaningOf(error))
}

/** What an error means for whoever wants to sign in; null for one that is not the provider's. */
export function refusalOf(error: unknown, name: string): SignInRefusal | null {
  if (error instanceof SignInRefusal) return error
  if (error instanceof AuthorizationResponseError) return refusalByProvider(error.error)
  const reason = faultOf(error, name)
  return reason === null ? null : new SignInRefusal(kindOf(error), reason)
}

function kindOf(error: unknown): SignInFault {
  if (error instanceof ResponseBodyError) {
    const { fault } = refusalByProvider(error.error)
    return error.error === 'invalid_client' || fault !== 'refused' ? fault : 'answer'
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock'
    if (cause.name === 'TimeoutError' || code === 'OAUTH_TIMEOUT') return 'away'
    if (typeof code === 'string' && /^(E[A-Z_]+|ERR_(TLS|SSL)|CERT_)/.test(code)) return 'away'
    if (cause.cause instanceof Response && cause.cause.status >= 500) return 'away'
  }
  return 'answer'
}
