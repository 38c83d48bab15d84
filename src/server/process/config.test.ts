import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeConfig, readConfig } from './config.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-config-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = (content: unknown, name = 'config.json') =>
  writeFile(
    path.join(folder, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  )
const read = (
  env: Record<string, string> = {},
  given: { port?: number; configFile?: string } = {},
) => readConfig({ dataDir: folder, configFile: null, env, ...given })

it('has defaults for everything', async () => {
  const { config } = await read()
  expect(config).toMatchObject({ port: 4100, host: '127.0.0.1', base_path: '', log_level: 'info' })
})

it('the command line comes before the environment, that before the file, that before the defaults', async () => {
  await file({ port: 1, host: '::1', log_level: 'warn', trusted_proxies: ['10.0.0.0/8'] })
  const { config, origins } = await read(
    { QUARTERDECK_PORT: '2', QUARTERDECK_HOST: '0.0.0.0', QUARTERDECK_RUNS_AT_ONCE: '7' },
    { port: 3 },
  )
  expect(config).toMatchObject({
    port: 3,
    host: '0.0.0.0',
    log_level: 'warn',
    trusted_proxies: ['10.0.0.0/8'],
  })
  expect(config.parts.QUARTERDECK_RUNS_AT_ONCE).toBe('7')
  expect(origins).toMatchObject({ port: '--port', host: 'QUARTERDECK_HOST', log_level: 'file' })
})

it('texts of the environment become what they mean', async () => {
  const { config } = await read({
    QUARTERDECK_BASE_PATH: '/deck/',
    QUARTERDECK_ALLOWED_HOSTS: 'a.example, B.example',
    QUARTERDECK_EXAMPLES: 'false',
    QUARTERDECK_AUDIT_DAYS: '30',
  })
  expect(config).toMatchObject({
    base_path: '/deck',
    allowed_hosts: ['a.example', 'b.example'],
    deploy_examples: false,
    audit_days: 30,
  })
})

it('a secret may be in a file of its own, and is told as “set” only', async () => {
  await file('from-a-file-of-its-own\n', 'password')
  const settings = await read({
    QUARTERDECK_PASSWORD_FILE: path.join(folder, 'password'),
    QUARTERDECK_SECRET_KEY: 'k'.repeat(40),
    DATABASE_URL: 'postgres://user:hidden-word@host/db',
  })
  expect(settings.config.password).toBe('from-a-file-of-its-own')
  const told = describeConfig(settings).join('\n')
  expect(told).toMatch(/password +set +\(QUARTERDECK_PASSWORD_FILE\)/)
  expect(told).not.toMatch(/from-a-file|kkk|hidden-word/)
})

it.each([
  [{ QUARTERDECK_PORT: '70000' }, 'QUARTERDECK_PORT: Write a whole number'],
  [{ QUARTERDECK_PASSWORD: 'short' }, 'eight characters'],
  [{ QUARTERDECK_SECRET_KEY: 'short' }, '32 characters'],
  [{ QUARTERDECK_API_KEY: 'short' }, '20 characters'],
  [{ QUARTERDECK_PUBLIC_URL: 'deck.example.com' }, 'must be an origin'],
  [{ QUARTERDECK_BASE_PATH: 'a b' }, 'Write a path'],
  [{ QUARTERDECK_BASE_PATH: '/../x' }, 'Write a path'],
  [{ QUARTERDECK_TRUSTED_PROXIES: 'proxy.example' }, 'addresses or ranges'],
  [{ QUARTERDECK_LOG_FORMAT: 'xml' }, 'auto, json or text'],
])('refuses %j', async (env, message) => {
  await expect(read(env)).rejects.toThrow(message)
})

it('names every fault of the file, and a file that is not there when it was named', async () => {
  await file({ port: 'x', colour: 'blue' })
  const fault = await read().catch((error: Error) => error.message)
  expect(fault).toContain('“port” in')
  expect(fault).toContain('“colour” in')
  await file('[1]')
  await expect(read()).rejects.toThrow('no JSON object')
  await expect(read({}, { configFile: path.join(folder, 'other.json') })).rejects.toThrow(
    'cannot be read (ENOENT)',
  )
})
