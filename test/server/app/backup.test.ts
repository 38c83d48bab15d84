import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { makeBackup } from '../../../src/server/operations/commands/make-backup.ts'
import { manageUsers } from '../../../src/server/operations/commands/manage-users.ts'
import { restoreBackup } from '../../../src/server/operations/commands/restore-backup.ts'
import { type RunningServer, startServer } from '../../../src/server/process/start-server.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { copyNewDatabase } from '../../helpers/new-database.ts'

eachMayTake(2)

let folder: string
let server: RunningServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-backup-'))
})
afterEach(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => path.join(folder, name)
const start = async (dataDir: string) => {
  server = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    hasExamples: false,
    hasSignIn: false,
  })
  return server
}
const call = (method: string, address: string, body?: unknown) =>
  fetch(`${server?.url}${address}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const list = async () => (await (await call('GET', '/gateway/connections')).json()) as Connection[]
const backup = (dataDir: string, name: string, hasKeys: boolean) =>
  makeBackup({ folder: at(name), hasKeys, dataDir, configFile: null, env: {} })

it('a backup of the running server is restored with its keys and goes on; one without keys says so', async () => {
  const data = at('data')
  await copyNewDatabase(path.join(data, 'db'))
  await start(data)
  const made = { name: 'Mine', kind: 'cloud_us', api_key: 'a-key-of-the-cloud' }
  await call('POST', '/gateway/connections', made)

  const printed = await backup(data, 'with-keys', true)
  expect(printed.join(' ')).toContain('holds the keys')
  expect((await stat(at('with-keys'))).mode & 0o777).toBe(0o700)
  await expect(backup(data, 'with-keys', true)).rejects.toThrow('exists already')
  await server?.close()
  expect(await readdir(data)).not.toContain('address')

  expect((await backup(data, 'without', false)).join(' ')).toContain('holds no keys')
  expect((await readdir(at('without'))).sort()).toEqual(['database.tar', 'manifest.json'])

  const restored = at('restored')
  await restoreBackup({ folder: at('with-keys'), dataDir: restored })
  await expect(restoreBackup({ folder: at('with-keys'), dataDir: restored })).rejects.toThrow(
    'is not empty',
  )
  expect((await stat(path.join(restored, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await readFile(path.join(restored, 'api-key'), 'utf8')).toBe(
    await readFile(path.join(data, 'api-key'), 'utf8'),
  )
  const users = { dataDir: restored, configFile: null, env: {}, name: 'Ada', role: 'operator' }
  expect(await manageUsers({ ...users, action: 'add', password: 'ada password' })).toEqual([
    'ada can sign in now, as operator.',
  ])
  await start(restored)
  expect((await list()).map(({ name, has_key }) => [name, has_key])).toEqual([
    ['Local stack', true],
    ['Mine', true],
  ])
  await expect(manageUsers({ ...users, action: 'list', password: '' })).rejects.toThrow(
    'in use by process',
  )
})

it('a backup that is not whole, or was changed, is refused', async () => {
  await expect(restoreBackup({ folder, dataDir: at('new') })).rejects.toThrow('no whole backup')
  await mkdir(at('broken'))
  const manifest = { format: 1, created_at: 'now', has_keys: false, database_sha256: 'x' }
  await writeFile(path.join(at('broken'), 'manifest.json'), JSON.stringify(manifest))
  await writeFile(path.join(at('broken'), 'database.tar'), 'x')
  await expect(restoreBackup({ folder: at('broken'), dataDir: at('new') })).rejects.toThrow(
    'is damaged',
  )
  await expect(backup(at('nothing'), 'out', false)).rejects.toThrow('There is no database')
})
