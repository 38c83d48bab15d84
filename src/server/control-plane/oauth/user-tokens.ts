import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as oauth from 'openid-client'
import type { Database } from '../../db/database.ts'
import { isGrantOver } from '../../outgoing/provider-fault.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import {
  type ConnectionKey,
  type ConnectionRow,
  claimRefresh,
  deleteConnection,
  findConnectionById,
  lockPlace,
  releaseRefresh,
  writeTokens,
} from './connection-store.ts'
import { clientOf, resourceOf } from './provider-client.ts'
import type { ProviderRow } from './provider-store.ts'

/** A token that ends sooner than this is of no use to whoever asks for one. */
const marginMs = 120_000
/** How long one refresh may take before another process may try. */
const claimMs = 20_000
const longestSeconds = 10 * 366 * 24 * 3_600

type TokenAnswer = Awaited<ReturnType<typeof oauth.refreshTokenGrant>>

/** Tokens of users: kept encrypted, each for its connection alone, and refreshed before they end. */
export class UserTokens {
  readonly #deps: {
    database: Database
    secretBox: SecretBox
    fetch: oauth.CustomFetch
    now: () => Date
  }
  readonly #refreshing = new Map<string, Promise<string | null>>()

  constructor(deps: {
    database: Database
    secretBox: SecretBox
    fetch: oauth.CustomFetch
    now: () => Date
  }) {
    this.#deps = deps
  }

  /** Keeps what a provider gave for `scopes`, in place of what was there, and says under which id. */
  async keep(key: ConnectionKey, scopes: string[], answer: TokenAnswer): Promise<string> {
    const { database } = this.#deps
    const now = this.#deps.now()
    return database.transaction(async (tx) => {
      const { id } = await lockPlace(tx, key, { id: randomUUID(), now })
      await writeTokens(tx, { ...this.#sealed(id, scopes, answer, null), now })
      return id
    })
  }

  /**
   * A token that is good for two minutes at least, refreshed where that is needed and possible; null
   * when only the person can help. Throws the library's error when the provider is down.
   */
  async usable(provider: ProviderRow, connection: ConnectionRow): Promise<string | null> {
    const left = this.#left(connection)
    if (left > marginMs) return this.#open(connection)
    if (connection.sealed_refresh_token === null) return left > 0 ? this.#open(connection) : null
    const working =
      this.#refreshing.get(connection.id) ??
      this.#refresh(provider, connection).finally(() => this.#refreshing.delete(connection.id))
    this.#refreshing.set(connection.id, working)
    return working
  }

  /** Revokes at the provider where it told how; answers whether it said yes. */
  async revoke(provider: ProviderRow, connection: ConnectionRow): Promise<boolean> {
    if (!provider.registration?.revocation_endpoint) return false
    const token = this.#openRefresh(connection) ?? this.#open(connection)
    await oauth.tokenRevocation(clientOf(provider, this.#deps), token)
    return true
  }

  async #refresh(provider: ProviderRow, connection: ConnectionRow): Promise<string | null> {
    const { database } = this.#deps
    const now = this.#deps.now()
    const until = new Date(now.getTime() + claimMs)
    if (!(await claimRefresh(database, connection, { now, until }))) {
      return this.#afterOther(connection)
    }
    try {
      const answer = await oauth.refreshTokenGrant(
        clientOf(provider, this.#deps),
        this.#openRefresh(connection) ?? '',
        resourceOf(provider),
      )
      const sealed = this.#sealed(connection.id, connection.asked_scopes, answer, connection)
      await writeTokens(database, { ...sealed, now: this.#deps.now() })
      return answer.access_token
    } catch (error) {
      if (isGrantOver(error)) {
        await deleteConnection(database, connection.id, connection.sealed_refresh_token)
        return null
      }
      await releaseRefresh(database, connection.id)
      // Good for a little while: better than nothing.
      if (this.#left(connection) > 0) return this.#open(connection)
      throw error
    }
  }

  /** Another process is refreshing: its result is ours. */
  async #afterOther(connection: ConnectionRow): Promise<string | null> {
    const limit = Date.now() + claimMs
    while (Date.now() < limit) {
      const row = await findConnectionById(this.#deps.database, connection.id)
      if (!row) return null
      if (row.sealed_access_token !== connection.sealed_access_token) return this.#open(row)
      await delay(200)
    }
    return this.#left(connection) > 0 ? this.#open(connection) : null
  }

  #left({ expires_at }: ConnectionRow): number {
    return expires_at ? expires_at.getTime() - this.#deps.now().getTime() : Number.POSITIVE_INFINITY
  }

  /** A refresh need not repeat the scopes and the refresh token of `before`. */
  #sealed(id: string, asked: string[], answer: TokenAnswer, before: ConnectionRow | null) {
    const { secretBox, now } = this.#deps
    const { access_token, refresh_token, scope } = answer
    const endsIn = answer.expiresIn()
    const lifeMs = Math.min(endsIn ?? 0, longestSeconds) * 1000
    return {
      id,
      asked_scopes: asked,
      granted_scopes: scope?.split(/[ ,]+/).filter(Boolean) ?? before?.granted_scopes ?? asked,
      sealed_access_token: secretBox.seal(access_token, accessContext(id)),
      sealed_refresh_token: refresh_token
        ? secretBox.seal(refresh_token, refreshContext(id))
        : (before?.sealed_refresh_token ?? null),
      expires_at: endsIn === undefined ? null : new Date(now().getTime() + lifeMs),
    }
  }

  #open({ id, sealed_access_token }: ConnectionRow): string {
    return this.#deps.secretBox.open(sealed_access_token, accessContext(id))
  }

  #openRefresh({ id, sealed_refresh_token }: ConnectionRow): string | null {
    return sealed_refresh_token === null
      ? null
      : this.#deps.secretBox.open(sealed_refresh_token, refreshContext(id))
  }
}

export const accessContext = (id: string) => `oauth connection ${id} access token`
export const refreshContext = (id: string) => `oauth connection ${id} refresh token`
