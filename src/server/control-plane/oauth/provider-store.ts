import type { OAuthProviderResponse } from '../../../contract/control-plane/oauth-providers.ts'
import { first, type Queryable } from '../../db/database.ts'

/** What a person decides of a record; the rest is made by the server. */
export interface StoredProviderValues {
  name: string
  client_id: string
  auth_url: string
  token_url: string
  uses_pkce: boolean
  code_challenge_method: string | null
  provider_type: string | null
  mcp_server_url: string | null
  token_endpoint_auth_method: string
  authorization_params: Record<string, string> | null
  is_dynamic_client: boolean
}

/** What a provider told about itself when a client was registered there. */
export interface Registration {
  issuer: string
  registration_endpoint: string
  revocation_endpoint?: string
  authorization_response_iss_parameter_supported?: boolean
}

export interface ProviderRow extends StoredProviderValues {
  id: string
  organization_id: string
  provider_id: string
  created_at: Date
  updated_at: Date
  sealed_client_secret: string | null
  /** Of a dynamic client, once it is registered. */
  registration: Registration | null
  registered_redirect_uri: string | null
  registered_secret_ends_at: Date | null
}

const written = [
  'name',
  'client_id',
  'auth_url',
  'token_url',
  'uses_pkce',
  'code_challenge_method',
  'provider_type',
  'mcp_server_url',
  'token_endpoint_auth_method',
  'authorization_params',
  'is_dynamic_client',
] as const

/** What may be told: the secret is not among it. */
const told = `id, organization_id, provider_id, ${written.join(', ')}, created_at, updated_at`

export function listProviders(db: Queryable): Promise<OAuthProviderResponse[]> {
  return db.query<OAuthProviderResponse>(
    `select ${told} from oauth_providers order by name, provider_id`,
  )
}

export async function findProvider(
  db: Queryable,
  providerId: string,
): Promise<OAuthProviderResponse | undefined> {
  const rows = await db.query<OAuthProviderResponse>(
    `select ${told} from oauth_providers where provider_id = $1`,
    [providerId],
  )
  return first(rows)
}

/** The whole record, the sealed secret included, held until the transaction ends. */
export async function lockProvider(
  tx: Queryable,
  providerId: string,
): Promise<ProviderRow | undefined> {
  const rows = await tx.query<ProviderRow>(
    'select * from oauth_providers where provider_id = $1 for update',
    [providerId],
  )
  return first(rows)
}

/** The whole record, the sealed secret included. */
export async function findWholeProvider(
  db: Queryable,
  providerId: string,
): Promise<ProviderRow | undefined> {
  const rows = await db.query<ProviderRow>('select * from oauth_providers where provider_id = $1', [
    providerId,
  ])
  return first(rows)
}

/** As `findWholeProvider`, by the record's own id. */
export async function findProviderRecord(
  db: Queryable,
  id: string,
): Promise<ProviderRow | undefined> {
  return first(await db.query<ProviderRow>('select * from oauth_providers where id = $1', [id]))
}

/** Keeps the client that was registered, unless the record has changed since it was `before`. */
export async function recordRegistration(
  db: Queryable,
  before: ProviderRow,
  made: Pick<
    ProviderRow,
    | 'client_id'
    | 'sealed_client_secret'
    | 'token_endpoint_auth_method'
    | 'registration'
    | 'registered_redirect_uri'
    | 'registered_secret_ends_at'
  >,
): Promise<void> {
  await db.query(
    `update oauth_providers set client_id = $4, sealed_client_secret = $5,
       token_endpoint_auth_method = $6, registration = $7, registered_redirect_uri = $8,
       registered_secret_ends_at = $9, updated_at = now()
     where id = $1 and client_id = $2 and registration is not distinct from $3::jsonb`,
    [
      before.id,
      before.client_id,
      before.registration && JSON.stringify(before.registration),
      made.client_id,
      made.sealed_client_secret,
      made.token_endpoint_auth_method,
      JSON.stringify(made.registration),
      made.registered_redirect_uri,
      made.registered_secret_ends_at?.toISOString() ?? null,
    ],
  )
}

/** The client registers itself anew when it is needed next. */
export async function dropRegistration(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update oauth_providers set registration = null, registered_redirect_uri = null,
       registered_secret_ends_at = null where id = $1`,
    [id],
  )
}

/** Rejects with a violation of `oauth_providers_provider_id_key` when the provider id is taken. */
export async function insertProvider(
  db: Queryable,
  provider: { id: string; organization_id: string; provider_id: string },
  values: StoredProviderValues,
  sealedSecret: string | null,
): Promise<void> {
  const columns = ['id', 'organization_id', 'provider_id', 'sealed_client_secret', ...written]
  await db.query(
    `insert into oauth_providers (${columns.join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    [provider.id, provider.organization_id, provider.provider_id, sealedSecret, ...of(values)],
  )
}

/** A secret of null stays as it is. */
export async function updateProvider(
  db: Queryable,
  providerId: string,
  values: StoredProviderValues,
  sealedSecret: string | null,
): Promise<void> {
  const changes = written.map((column, index) => `${column} = $${index + 3}`)
  await db.query(
    `update oauth_providers set sealed_client_secret = coalesce($2, sealed_client_secret),
       ${changes.join(', ')}, updated_at = now() where provider_id = $1`,
    [providerId, sealedSecret, ...of(values)],
  )
}

/** Answers false when there was none. */
export async function deleteProvider(db: Queryable, providerId: string): Promise<boolean> {
  const rows = await db.query('delete from oauth_providers where provider_id = $1 returning 1', [
    providerId,
  ])
  return rows.length > 0
}

function of(values: StoredProviderValues): unknown[] {
  return written.map((column) =>
    column === 'authorization_params' && values[column]
      ? JSON.stringify(values[column])
      : values[column],
  )
}
