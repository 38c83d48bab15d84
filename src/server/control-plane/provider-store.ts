import type { OAuthProviderResponse } from '../../contract/oauth-providers.ts'
import { first, type Queryable } from '../db/database.ts'

/** What a person decides of a record; the rest is made by the server. */
export interface ProviderValues {
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

export interface ProviderRow extends ProviderValues {
  id: string
  organization_id: string
  provider_id: string
  created_at: Date
  updated_at: Date
  sealed_client_secret: string | null
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

/** Rejects with a violation of `oauth_providers_provider_id_key` when the provider id is taken. */
export async function insertProvider(
  db: Queryable,
  provider: { id: string; organization_id: string; provider_id: string },
  values: ProviderValues,
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
  values: ProviderValues,
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

function of(values: ProviderValues): unknown[] {
  return written.map((column) =>
    column === 'authorization_params' && values[column]
      ? JSON.stringify(values[column])
      : values[column],
  )
}
