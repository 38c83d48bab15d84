import type { Database } from '../db/database.ts'

/**
 * The installation's tenant id: made on the first use of a database, together with one provider
 * record that shows what such records look like. Its addresses lead nowhere by design.
 */
export async function openInstallation(database: Database): Promise<{ tenant_id: string }> {
  return database.transaction(async (tx) => {
    const made = await tx.query<{ tenant_id: string }>(
      'insert into installation default values on conflict do nothing returning tenant_id',
    )
    const fresh = made[0]
    if (!fresh) {
      const [kept] = await tx.query<{ tenant_id: string }>('select tenant_id from installation')
      if (!kept) throw new Error('The installation has no record of itself.')
      return kept
    }
    await tx.query(
      `insert into oauth_providers (organization_id, provider_id, name, client_id, auth_url,
         token_url, uses_pkce, code_challenge_method, provider_type, authorization_params)
       values ($1, 'example', 'Example (leads nowhere)', 'quarterdeck-example',
         'https://auth.example.com/authorize', 'https://auth.example.com/token', true, 'S256',
         'oauth2', '{"prompt": "consent"}')
       on conflict do nothing`,
      [fresh.tenant_id],
    )
    return fresh
  })
}
