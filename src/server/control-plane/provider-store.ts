import type { OAuthProviderResponse } from '../../contract/oauth-providers.ts'
import { first, type Queryable } from '../db/database.ts'

export function listProviders(db: Queryable): Promise<OAuthProviderResponse[]> {
  return db.query<OAuthProviderResponse>('select * from oauth_providers order by name, provider_id')
}

export async function findProvider(
  db: Queryable,
  providerId: string,
): Promise<OAuthProviderResponse | undefined> {
  const rows = await db.query<OAuthProviderResponse>(
    'select * from oauth_providers where provider_id = $1',
    [providerId],
  )
  return first(rows)
}
