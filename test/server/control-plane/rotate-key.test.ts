import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { rotateKey } from '../../../src/server/operations/commands/rotate-key.ts'
import { openDataDir, readOrMakeSecret } from '../../../src/server/process/data-dir.ts'
import { openDatabase } from '../../../src/server/process/open-database.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { openSecretBox, writeNewKey } from '../../../src/server/secrets/secret-key.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { benchSecretKey, createDeployment, openBench } from './bench.ts'

const newKey = 'another secret key for tests, long enough too'
const id = '00000000-0000-4000-8000-000000000009'

let url: string
let folder: string
let database: Database
beforeEach(async () => {
  url = await createPostgresDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-rotate-'))
  database = await openDatabase({ url, folder: '' })
})
afterEach(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

/** Every sealed value that is anywhere in the database. */
async function sealedValues(): Promise<Set<string>> {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const found = new Set<string>()
  for (const { name } of tables) {
    const text = JSON.stringify(await database.query(`select * from "${name}"`))
    for (const [value] of text.matchAll(/\bv1\.[A-Za-z0-9_-]{38,}/g)) found.add(value)
  }
  return found
}

/** One row of each kind that is sealed elsewhere than by creating deployments. */
async function sealEverywhere(key: string): Promise<void> {
  const box = secretBox(key)
  const [provider] = await database.query<{ id: string }>(
    `update oauth_providers set sealed_client_secret = 'x' returning id`,
  )
  const seals: [string, unknown[]][] = [
    [
      'update oauth_providers set sealed_client_secret = $1',
      [box.seal('client', `oauth provider ${provider?.id} client secret`)],
    ],
    [
      `insert into oauth_attempts (id, provider, user_id, scopes, state_hash, sealed_verifier,
         redirect_uri, created_at, expires_at) values ($1, $2, 'u', '[]', 'h', $3, 'r', now(), now())`,
      [id, provider?.id, box.seal('verifier', `oauth attempt ${id} verifier`)],
    ],
    [
      `insert into oauth_connections (id, provider, user_id, asked_scopes, granted_scopes,
         sealed_access_token, sealed_refresh_token, created_at, updated_at)
       values ($1, $2, 'u', '[]', '[]', $3, $4, now(), now())`,
      [
        id,
        provider?.id,
        box.seal('access', `oauth connection ${id} access token`),
        box.seal('refresh', `oauth connection ${id} refresh token`),
      ],
    ],
    [
      `insert into connections (id, name, kind, base_url, tracing_url, sealed_key, created_at, updated_at)
       values ($1, 'c', 'cloud', 'https://a.example', 'https://b.example', $2, now(), now())`,
      [id, box.seal('key', `connection ${id} https://a.example https://b.example`)],
    ],
    [
      `insert into embeds (id, key, settings, identity_secret, created_at, updated_at)
       values ($1, 'k', '{}', $2, now(), now())`,
      [id, box.seal('identity', `embed ${id} identity`)],
    ],
    [
      `insert into alert_channels (id, name, kind, settings, sealed_secret, created_at, updated_at)
       values ($1, 'c', 'slack', '{}', $2, now(), now())`,
      [id, box.seal('{}', `alert channel ${id}`)],
    ],
    ['update installation set sealed_api_key = $1', [box.seal('api', 'installation api key')]],
  ]
  for (const [sql, values] of seals) await database.query(sql, values)
}

it('every secret is sealed anew in one transaction, and what is deployed goes on', async () => {
  const before = await openBench({ database })
  const project = await makeRepository(path.join(folder, 'repository'), agentProject('x'))
  const made = await createDeployment(before, project.folder, {
    secrets: [{ name: 'TOKEN', value: 'top-secret-value' }],
  })
  await before.settled(made.id, made.latest_revision_id ?? '')
  const hidden = { repo_url: 'https://git.invalid/x.git', repo_token: 'top-secret-token' }
  await before.send('POST', '/v2/deployments', {
    name: 'private',
    source: 'github',
    source_config: hidden,
    source_revision_config: {},
    secrets: [],
  })
  await sealEverywhere(benchSecretKey)
  const old = await sealedValues()
  // A secret, two environments or one, a token, a client secret, and the eight of the other parts.
  expect(old.size).toBeGreaterThanOrEqual(11)
  await before.close()

  const options = { dataDir: folder, databaseUrl: url, secretKey: benchSecretKey, newKey }
  const lines = await rotateKey(options)
  expect(lines.join('\n')).not.toContain(newKey)
  const fresh = await sealedValues()
  expect([...fresh].filter((value) => old.has(value))).toEqual([])
  // The key check comes to those that there were.
  expect(fresh.size).toBe(old.size + 1)
  // Twice is once too often: the present key is another one by now, and nothing is changed.
  await expect(rotateKey(options)).rejects.toThrow(/cannot be opened with the present key/)
  expect(await sealedValues()).toEqual(fresh)

  const after = await openBench({ database, secretKey: newKey })
  const again = await after.send(
    'POST',
    `/v2/deployments/${made.id}/revisions/${made.latest_revision_id}/redeploy`,
  )
  const { latest_revision_id } = (await again.json()) as { latest_revision_id: string }
  expect((await after.settled(made.id, latest_revision_id)).status).toBe('DEPLOYED')
  expect(after.host.loaded.at(-1)?.env).toEqual({ TOKEN: 'top-secret-value' })
  await after.close()
})

it('a key of the data directory is replaced there, and a change that was cut off is completed', async () => {
  const dataDir = await openDataDir(folder)
  await database.query('insert into installation default values')
  const open = () => openSecretBox({ dataDir, secretKey: null, database })
  const first = await open()
  expect(first.notice).toBeNull()
  const options = { dataDir: folder, databaseUrl: url, secretKey: null, newKey: null }
  await rotateKey(options)
  const second = await open()
  expect(second.notice).toBeNull()
  expect(second.key).not.toBe(first.key)
  expect(await readFile(path.join(folder, 'secret.key'), 'utf8')).toBe(`${second.key}\n`)

  // Killed after the transaction, before the new key took its place; and before the transaction.
  const kept = await readFile(path.join(folder, 'secret.key'))
  await rotateKey(options)
  const third = await readOrMakeSecret(dataDir, 'secret.key')
  await writeNewKey(dataDir, third)
  await writeFile(path.join(folder, 'secret.key'), kept)
  expect(await open()).toMatchObject({ key: third, notice: null })
  await writeNewKey(dataDir, 'a key that nothing was sealed with')
  expect(await open()).toMatchObject({ key: third, notice: null })
  expect((await readdir(folder)).filter((name) => name.startsWith('secret'))).toEqual([
    'secret.key',
  ])

  const wrong = await openSecretBox({ dataDir, secretKey: newKey, database })
  expect(wrong.notice).toMatch(/encrypted with another key/)
})

it('a server that is still running is not robbed of its key', async () => {
  await database.query(
    `insert into servers (server_id, lease_until) values ($1, now() + interval '1 minute')`,
    [id],
  )
  await expect(
    rotateKey({ dataDir: folder, databaseUrl: url, secretKey: benchSecretKey, newKey }),
  ).rejects.toThrow(/did not stop yet/)
})
