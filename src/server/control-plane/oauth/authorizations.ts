import { randomUUID } from 'node:crypto'
import * as oauth from 'openid-client'
import type {
  AuthAuthenticateRequest,
  AuthAuthenticateResponse,
  AuthWaitResponse,
} from '../../../contract/control-plane/oauth-connections.ts'
import { asError } from '../../as-error.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { faultOf, meaningOf } from '../../outgoing/provider-fault.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { tokenHash } from '../../secrets/token-hash.ts'
import {
  type AttemptRow,
  deleteOldAttempts,
  endAttempt,
  findAttempt,
  insertAttempt,
  takeAttempt,
} from './attempt-store.ts'
import type { CallbackAnswer, CallbackPage } from './callback-page.ts'
import * as pages from './callback-pages.ts'
import { type ConnectionRow, findConnection } from './connection-store.ts'
import { EndedSignals } from './ended-signals.ts'
import { answerUrl, authorizationUrl, clientOf, needsPkce, resourceOf } from './provider-client.ts'
import { findProviderRecord, findWholeProvider, type ProviderRow } from './provider-store.ts'
import type { Registrations } from './registration.ts'
import type { UserTokens } from './user-tokens.ts'

/** How long a person may take between the begin and the answer. */
const attemptMs = 10 * 60_000
/** How long the end of an authorization can be asked for. */
const keptMs = 24 * 3_600_000
/** How long the exchange of a code for tokens can take. */
const redeemMs = 60_000

/** The authorization code flow: begin it, wait for its end, take the provider's answer. */
export class Authorizations {
  readonly #deps
  readonly #ended = new EndedSignals()

  constructor(deps: {
    database: Database
    secretBox: SecretBox
    fetch: oauth.CustomFetch
    registrations: Registrations
    tokens: UserTokens
    /** {base_url} as the person's browser reaches it, without a slash at its end. */
    baseUrl: string
    now: () => Date
    report: (error: Error) => void
  }) {
    this.#deps = deps
  }

  /** Lets everybody who waits go. */
  stop(): void {
    this.#ended.close()
  }

  /** A good token, or where the person has to go. Throws 404 for an unknown provider, 502 for a fault of it. */
  async authenticate(request: AuthAuthenticateRequest): Promise<AuthAuthenticateResponse> {
    const provider = await this.#provider(request.provider)
    const { user_id, agent_id = null, scopes } = request
    const known = await findConnection(this.#deps.database, {
      provider: provider.id,
      user_id,
      agent_id,
    })
    const hasScopes = known && scopes.every((scope) => scopesOf(known).includes(scope))
    const token = hasScopes ? await this.#usable(provider, known) : null
    if (token !== null) return { status: 'completed', url: null, auth_id: null, token }
    // What was granted before is asked for again: the new token takes the place of the old one.
    const asked = [...new Set([...(known?.asked_scopes ?? []), ...scopes])]
    const begun = await this.#begin(provider, { user_id, agent_id, scopes: asked })
    return { status: 'pending', ...begun, token: null }
  }

  /**
   * The end of an authorization, as soon as it is there, for `timeoutMs` at most. Throws 409 with the
   * reason for one that failed.
   */
  async wait(authId: string, timeoutMs: number, signal: AbortSignal): Promise<AuthWaitResponse> {
    const poll = () => this.#end(authId)
    const end = await this.#ended.watch(authId, poll, { limitMs: timeoutMs, signal })
    if (end) return end
    const isTimeout = timeoutMs > 0 && !this.#ended.isClosed
    return { status: isTimeout ? 'timeout' : 'pending', token: null }
  }

  /** Takes the provider's answer, once, and tells the person how it went. */
  async answer(providerId: string, answer: CallbackAnswer): Promise<CallbackPage> {
    const { database } = this.#deps
    const provider = await findWholeProvider(database, providerId)
    if (!provider || !answer.state) return pages.unknown
    const stateHash = tokenHash(answer.state)
    const now = this.#deps.now()
    const attempt = await takeAttempt(database, { provider: provider.id, stateHash, now })
    if (!attempt) return pages.unknown
    if (attempt.expires_at <= now) {
      await this.#fail(attempt, 'The person took more than ten minutes. Start again.')
      return pages.expired
    }
    if (answer.error !== undefined || !answer.code) {
      const reason = answer.error ? meaningOf(answer.error) : 'It sent no code.'
      await this.#fail(attempt, `The provider “${provider.name}” gave no access. ${reason}`)
      return answer.error === 'access_denied'
        ? pages.denied(provider.name)
        : pages.refused(provider.name, reason)
    }
    const { code, state, iss } = answer
    const url = answerUrl(provider, attempt.redirect_uri, { code, state, iss })
    try {
      await this.#redeem(provider, attempt, url)
      return pages.done(provider.name)
    } catch (error) {
      const fault = this.#toldToPerson(error, provider)
      await this.#fail(attempt, `${fault} Start again.`)
      return pages.failed(fault)
    } finally {
      this.#ended.notify(attempt.id)
    }
  }

  async #begin(
    wanted: ProviderRow,
    attempt: { user_id: string; agent_id: string | null; scopes: string[] },
  ): Promise<{ url: string; auth_id: string }> {
    const { database, secretBox, registrations, baseUrl } = this.#deps
    const now = this.#deps.now()
    const redirect_uri = `${baseUrl}/v2/auth/callback/${wanted.provider_id}`
    try {
      const provider = await registrations.registered(wanted, redirect_uri, now)
      const id = randomUUID()
      const state = oauth.randomState()
      const verifier = needsPkce(provider) ? oauth.randomPKCECodeVerifier() : null
      const { scopes } = attempt
      const client = clientOf(provider, this.#deps)
      const url = await authorizationUrl(client, provider, {
        redirect_uri,
        scopes,
        state,
        verifier,
      })
      await deleteOldAttempts(database, new Date(now.getTime() - keptMs))
      await insertAttempt(database, {
        ...attempt,
        id,
        provider: provider.id,
        state_hash: tokenHash(state),
        sealed_verifier: verifier && secretBox.seal(verifier, verifierContext(id)),
        redirect_uri,
        created_at: now,
        expires_at: new Date(now.getTime() + attemptMs),
      })
      return { url, auth_id: id }
    } catch (error) {
      throw new HttpError(502, this.#told(error, wanted))
    }
  }

  async #redeem(provider: ProviderRow, attempt: AttemptRow, url: URL): Promise<void> {
    const { database, secretBox, tokens } = this.#deps
    const verifier =
      attempt.sealed_verifier &&
      secretBox.open(attempt.sealed_verifier, verifierContext(attempt.id))
    const received = await oauth.authorizationCodeGrant(
      clientOf(provider, this.#deps),
      url,
      {
        expectedState: url.searchParams.get('state') ?? '',
        ...(verifier ? { pkceCodeVerifier: verifier } : {}),
      },
      resourceOf(provider),
    )
    const { user_id, agent_id } = attempt
    await tokens.keep({ provider: provider.id, user_id, agent_id }, attempt.scopes, received)
    await endAttempt(database, attempt.id, { status: 'completed', problem: null })
  }

  /** How an authorization ended; null while it has not. */
  async #end(authId: string): Promise<AuthWaitResponse | null> {
    const { database } = this.#deps
    const attempt = isUuid(authId) ? await findAttempt(database, authId) : undefined
    if (!attempt) return { status: 'not_found', token: null }
    if (attempt.status === 'failed') throw new HttpError(409, attempt.problem ?? 'It failed.')
    if (attempt.status === 'pending') {
      const graceMs = attempt.answered_at === null ? 0 : redeemMs
      if (attempt.expires_at.getTime() + graceMs <= this.#deps.now().getTime()) {
        throw new HttpError(409, 'Nobody answered the provider within ten minutes. Start again.')
      }
      return null
    }
    const provider = await findProviderRecord(database, attempt.provider)
    const connection = await findConnection(database, attempt)
    const token = provider && connection ? await this.#usable(provider, connection) : null
    if (token === null) throw new HttpError(409, 'The access was taken back since. Start again.')
    return { status: 'completed', token }
  }

  async #usable(provider: ProviderRow, connection: ConnectionRow): Promise<string | null> {
    try {
      return await this.#deps.tokens.usable(provider, connection)
    } catch (error) {
      throw new HttpError(502, this.#told(error, provider))
    }
  }

  async #provider(providerId: string): Promise<ProviderRow> {
    const provider = await findWholeProvider(this.#deps.database, providerId)
    if (provider) return provider
    throw new HttpError(404, `There is no OAuth provider “${providerId}”.`)
  }

  async #fail(attempt: AttemptRow, problem: string): Promise<void> {
    await endAttempt(this.#deps.database, attempt.id, { status: 'failed', problem })
    this.#ended.notify(attempt.id)
  }

  #toldToPerson(error: unknown, provider: ProviderRow): string {
    const fault = faultOf(error, provider.name)
    if (fault !== null) return fault
    this.#deps.report(asError(error))
    return 'This server failed; its log says why.'
  }

  /** The provider's fault in words. An error that is none of the provider's goes on as it is. */
  #told(error: unknown, provider: ProviderRow): string {
    const fault = faultOf(error, provider.name)
    if (fault === null) throw error
    return fault
  }
}

function scopesOf({ asked_scopes, granted_scopes }: ConnectionRow): string[] {
  return [...asked_scopes, ...granted_scopes]
}

export const verifierContext = (id: string) => `oauth attempt ${id} verifier`

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
