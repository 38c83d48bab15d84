import * as oauth from 'openid-client'
import { type Resolve, resolveBySystem } from '../../outgoing/checked-lookup.ts'
import { type Claims, claimAt } from './claims.ts'
import { guardedProviderFetch } from './guarded-fetch.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { SignInRefusal } from './sign-in-refusal.ts'

/** What a browser keeps between the begin and the end of a sign-in. */
export interface BegunSignIn {
  state: string
  nonce: string
  verifier: string
}

const timeoutSeconds = 10
/** How far the clocks of provider and server may differ. */
const toleranceSeconds = 60
/** How long the provider's description of itself is good for. */
const describedMs = 3_600_000

/**
 * A provider of OpenID Connect: the authorization code flow with PKCE, `state` and `nonce`. Its description
 * is read by discovery when it is first needed, so a server starts while its provider is away.
 */
export class SignInProvider {
  readonly settings: ProviderSettings
  readonly #redirectUri: string
  readonly #signedOutUri: string
  readonly #now: () => Date
  readonly #fetch: oauth.CustomFetch
  #described: { by: oauth.ServerMetadata; until: number } | undefined

  /** @param publicUrl how browsers reach this server, without a slash at its end */
  constructor(deps: {
    settings: ProviderSettings
    publicUrl: string
    callbackPath: string
    now: () => Date
    resolve?: Resolve
  }) {
    this.settings = deps.settings
    this.#redirectUri = deps.publicUrl + deps.callbackPath
    this.#signedOutUri = `${deps.publicUrl}/`
    this.#now = deps.now
    this.#fetch = guardedProviderFetch(deps.settings.issuer, deps.resolve ?? resolveBySystem)
  }

  /** Where the person signs in, and what their browser has to bring back. */
  async begin(): Promise<{ url: string; begun: BegunSignIn }> {
    const begun = {
      state: oauth.randomState(),
      nonce: oauth.randomNonce(),
      verifier: oauth.randomPKCECodeVerifier(),
    }
    const url = oauth.buildAuthorizationUrl(await this.#client(), {
      redirect_uri: this.#redirectUri,
      scope: this.settings.scopes,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, begun }
  }

  /**
   * Who signed in, by the provider's answer. Claims that the ID token does not have are read from the provider's
   * address for them. @param answer the query that the browser brought
   */
  async end(
    answer: URLSearchParams,
    begun: BegunSignIn,
  ): Promise<{ subject: string; claims: Claims; idToken: string }> {
    const client = await this.#client()
    const url = new URL(this.#redirectUri)
    for (const [name, value] of answer) url.searchParams.append(name, value)
    const tokens = await oauth.authorizationCodeGrant(client, url, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    })
    const told = tokens.claims()
    if (!told || !tokens.id_token) throw new SignInRefusal('answer', 'There is no ID token.')
    // The library looks whether it is over, not whether it was made in times to come.
    const latest = this.#now().getTime() / 1_000 + toleranceSeconds
    if (told.iat > latest) throw new SignInRefusal('clock', 'The ID token was made later than now.')
    const isWhole = [this.settings.roleClaim, this.settings.nameClaim].every(
      (name) => claimAt(told, name) !== undefined,
    )
    const more =
      isWhole || !client.serverMetadata().userinfo_endpoint
        ? {}
        : await oauth.fetchUserInfo(client, tokens.access_token, told.sub)
    return { subject: told.sub, claims: { ...more, ...told }, idToken: tokens.id_token }
  }

  /** Where a browser goes to be signed out there too; null where the provider has no such address or is away. */
  async signOutUrl(idToken: string): Promise<string | null> {
    const client = await this.#client().catch(() => null)
    if (!client?.serverMetadata().end_session_endpoint) return null
    return oauth.buildEndSessionUrl(client, {
      id_token_hint: idToken,
      post_logout_redirect_uri: this.#signedOutUri,
    }).href
  }

  async #client(): Promise<oauth.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const nowMs = this.#now().getTime()
    const isInsecure = issuer.startsWith('http:')
    if (!this.#described || this.#described.until <= nowMs) {
      const found = await oauth.discovery(new URL(issuer), clientId, undefined, undefined, {
        [oauth.customFetch]: this.#fetch,
        timeout: timeoutSeconds,
        execute: isInsecure ? [oauth.allowInsecureRequests] : [],
      })
      this.#described = { by: found.serverMetadata(), until: nowMs + describedMs }
    }
    const client = new oauth.Configuration(
      this.#described.by,
      clientId,
      {
        // The clock of this server, whatever it is.
        [oauth.clockSkew]: Math.round((nowMs - Date.now()) / 1_000),
        [oauth.clockTolerance]: toleranceSeconds,
      },
      clientSecret === null ? oauth.None() : secretAuthentication(this.#described.by, clientSecret),
    )
    // http is for a provider on a machine or a network of the operator's.
    if (isInsecure) oauth.allowInsecureRequests(client)
    oauth.enableNonRepudiationChecks(client)
    client[oauth.customFetch] = this.#fetch
    client.timeout = timeoutSeconds
    return client
  }
}

/** By the header, which is what a provider takes that does not say, unless it takes the body only. */
function secretAuthentication(
  { token_endpoint_auth_methods_supported: known }: oauth.ServerMetadata,
  secret: string,
): oauth.ClientAuth {
  const takesHeader = known === undefined || known.includes('client_secret_basic')
  return takesHeader ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}
