import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import {
  needsClientSecret,
  type OAuthProviderCreateRequest,
  type OAuthProviderResponse,
  type OAuthProviderUpdateRequest,
} from '../../../contract/control-plane/oauth-providers.ts'
import { type Database, isUniqueViolation, type Queryable } from '../../db/database.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { endAttemptsOf } from './attempt-store.ts'
import { deleteConnectionsOf } from './connection-store.ts'
import { secretContext } from './provider-client.ts'
import {
  deleteProvider,
  dropRegistration,
  findProvider,
  insertProvider,
  listProviders,
  lockProvider,
  type ProviderRow,
  type StoredProviderValues,
  updateProvider,
} from './provider-store.ts'

/** OAuth providers (§2.1). Client secrets go in and never come out. */
export interface Providers {
  list(): Promise<OAuthProviderResponse[]>
  get(providerId: string): Promise<OAuthProviderResponse>
  create(request: OAuthProviderCreateRequest): Promise<OAuthProviderResponse>
  patch(providerId: string, request: OAuthProviderUpdateRequest): Promise<OAuthProviderResponse>
  delete(providerId: string): Promise<void>
}

export function createProviders(deps: {
  database: Database
  secretBox: SecretBox
  /** Whose records they are: the installation's tenant. */
  organizationId: string
  /** Addresses that are connected to in no case. */
  isForbidden: (ip: string) => boolean
}): Providers {
  const { database, secretBox, organizationId, isForbidden } = deps

  const seal = (id: string, secret: string | null | undefined) =>
    secret ? secretBox.seal(secret, secretContext(id)) : null

  const get = async (providerId: string) =>
    found(await findProvider(database, providerId), providerId)

  return {
    list: () => listProviders(database),
    get,

    async create(request) {
      checkAddresses(request, isForbidden)
      const { provider_id } = request
      const id = randomUUID()
      const values: StoredProviderValues = {
        name: request.name,
        client_id: request.client_id,
        auth_url: request.auth_url,
        token_url: request.token_url,
        uses_pkce: request.uses_pkce ?? false,
        // Null is a value of this field; the published default is for what is absent.
        code_challenge_method:
          request.code_challenge_method === undefined ? 'S256' : request.code_challenge_method,
        provider_type: request.provider_type ?? null,
        mcp_server_url: request.mcp_server_url ?? null,
        token_endpoint_auth_method: request.token_endpoint_auth_method ?? 'client_secret_post',
        authorization_params: request.authorization_params ?? null,
        is_dynamic_client: request.is_dynamic_client ?? false,
      }
      const record = { id, organization_id: organizationId, provider_id }
      const sealed = seal(id, request.client_secret)
      await database
        .transaction((tx) => insertProvider(tx, record, values, sealed))
        .catch((error: unknown) => {
          if (!isUniqueViolation(error, 'oauth_providers_provider_id_key')) throw error
          throw new HttpError(
            409,
            `There is an OAuth provider “${provider_id}” already. Choose another provider_id, or change that one.`,
          )
        })
      return get(provider_id)
    },

    async patch(providerId, request) {
      checkAddresses(request, isForbidden)
      await database.transaction(async (tx) => {
        const before = found(await lockProvider(tx, providerId), providerId)
        const values = changed(before, request)
        checkSecret(before, values, request)
        await updateProvider(tx, providerId, values, seal(before.id, request.client_secret))
        await dropStale(tx, before, values)
      })
      return get(providerId)
    },

    async delete(providerId) {
      if (!(await deleteProvider(database, providerId))) found(undefined, providerId)
    },
  }
}

function changed(before: ProviderRow, request: OAuthProviderUpdateRequest): StoredProviderValues {
  /** Null empties these; of all others it is as good as absent. */
  const orEmpty = <Value>(wanted: Value | null | undefined, kept: Value | null) =>
    wanted === undefined ? kept : wanted
  return {
    name: request.name ?? before.name,
    client_id: request.client_id ?? before.client_id,
    auth_url: request.auth_url ?? before.auth_url,
    token_url: request.token_url ?? before.token_url,
    uses_pkce: request.uses_pkce ?? before.uses_pkce,
    code_challenge_method: request.code_challenge_method ?? before.code_challenge_method,
    provider_type: orEmpty(request.provider_type, before.provider_type),
    mcp_server_url: orEmpty(request.mcp_server_url, before.mcp_server_url),
    token_endpoint_auth_method:
      request.token_endpoint_auth_method ?? before.token_endpoint_auth_method,
    authorization_params: orEmpty(request.authorization_params, before.authorization_params),
    is_dynamic_client: request.is_dynamic_client ?? before.is_dynamic_client,
  }
}

/** What was begun, registered or received with the record as it was, and is not good for the new one. */
async function dropStale(
  tx: Queryable,
  before: ProviderRow,
  after: StoredProviderValues,
): Promise<void> {
  const isOther = (...fields: (keyof StoredProviderValues)[]) =>
    fields.some((field) => before[field] !== after[field])
  const isMoved = isOther('auth_url', 'token_url', 'mcp_server_url')
  const isNewClient = isOther('client_id', 'is_dynamic_client')
  if (isMoved || isNewClient || isOther('token_endpoint_auth_method')) {
    await dropRegistration(tx, before.id)
    const problem = 'The provider’s record was changed meanwhile. Start again.'
    await endAttemptsOf(tx, before.id, problem)
  }
  // A refresh token is for the client and the server that it was given by, and is shown to no other.
  const isElsewhere = new URL(before.token_url).origin !== new URL(after.token_url).origin
  if (isElsewhere || isNewClient) await deleteConnectionsOf(tx, before.id)
}

/** A secret goes to no other origin than the one it was given for, and is there where it is needed. */
function checkSecret(
  before: ProviderRow,
  after: StoredProviderValues,
  request: OAuthProviderUpdateRequest,
): void {
  if (request.client_secret) return
  const location = ['body', 'client_secret']
  const origin = new URL(before.token_url).origin
  if (before.sealed_client_secret && new URL(after.token_url).origin !== origin) {
    throw invalidField(
      location,
      `Give the client secret again: the one that is kept was given for ${origin}.`,
    )
  }
  const isNewlyNeeded = needsClientSecret(after) && !needsClientSecret(before)
  if (isNewlyNeeded && !before.sealed_client_secret) {
    throw invalidField(location, 'Give the secret of the client, which is no public one any more.')
  }
}

/** What an address says by itself; what a name leads to is checked when it is connected to. */
function checkAddresses(
  request: OAuthProviderUpdateRequest,
  isForbidden: (ip: string) => boolean,
): void {
  for (const field of ['auth_url', 'token_url', 'mcp_server_url'] as const) {
    const host = request[field] ? new URL(request[field]).hostname.replace(/^\[|\]$/g, '') : ''
    if (isIP(host) && isForbidden(host)) {
      throw invalidField(['body', field], 'This server connects to no such address.')
    }
  }
}

function found<Row>(row: Row | undefined, providerId: string): Row {
  if (row) return row
  throw new HttpError(404, `There is no OAuth provider “${providerId}”.`)
}
