import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { consoleFiles } from '../../../src/server/pages/console-files.ts'

let folder: string
let app: Hono
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-console-'))
  const built = path.join(folder, 'console')
  await mkdir(path.join(built, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'secret.txt'), 'secret')
  await writeFile(path.join(built, 'index.html'), '<title>the console</title>')
  await writeFile(path.join(built, 'favicon.svg'), '<svg/>')
  await writeFile(path.join(built, 'assets/index-Bx12_-9a.js'), 'let a')
  app = new Hono()
  app.use(consoleFiles(built))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const page = { accept: 'text/html,application/xhtml+xml' }

it('keeps hashed files for ever and asks for the rest each time', async () => {
  const asset = await app.request('/assets/index-Bx12_-9a.js')
  expect(asset.headers.get('content-type')).toContain('text/javascript')
  expect(asset.headers.get('cache-control')).toContain('immutable')
  const icon = await app.request('/favicon.svg')
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  const again = await app.request('/favicon.svg', {
    headers: { 'if-none-match': icon.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

it('gives every page of the console the index, with a strict policy', async () => {
  for (const address of [
    '/',
    '/deployments/x/threads',
    '/a%20b',
    '/oauth-providers/auth.example',
  ]) {
    const response = await app.request(address, { headers: page })
    expect(await response.text()).toContain('the console')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
  }
})

it('tells its workers what they may do too, and no other file, since nothing else is governed by it', async () => {
  await writeFile(path.join(folder, 'console/assets/fetch-worker-Bx12_-9a.js'), 'let b')
  const policyOf = async (address: string) =>
    (await app.request(address)).headers.get('content-security-policy')
  expect(await policyOf('/assets/fetch-worker-Bx12_-9a.js')).toContain("connect-src 'self'")
  expect(await policyOf('/assets/index-Bx12_-9a.js')).toBeNull()
})

it('gives it to navigations only, and never a file from elsewhere', async () => {
  expect((await app.request('/deployments')).status).toBe(404)
  expect((await app.request('/assets/old-12345678.js', { headers: page })).status).toBe(404)
  expect((await app.request('/deployments', { method: 'POST', headers: page })).status).toBe(404)
  for (const address of [
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00.txt',
    '/%ff.txt',
  ]) {
    const response = await app.request(address, { headers: page })
    expect(await response.text()).not.toContain('secret')
  }
})

it('says what to do when it is not built', async () => {
  await rm(path.join(folder, 'console'), { recursive: true })
  const response = await app.request('/', { headers: page })
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run build')
})

it('the page names its files below the base path and tells it to the console; no source map is served', async () => {
  const built = path.join(folder, 'console')
  await writeFile(
    path.join(built, 'index.html'),
    '<html><head><script src="./assets/index-Bx12_-9a.js"></script><link href="./favicon.svg"></head>',
  )
  await writeFile(path.join(built, 'assets/index-Bx12_-9a.js.map'), '{}')
  const based = new Hono().use(consoleFiles(built, '/deck'))
  const text = await (await based.request('/deployments/x', { headers: page })).text()
  expect(text).toContain('<script src="/deck/assets/index-Bx12_-9a.js">')
  expect(text).toContain('<link href="/deck/favicon.svg">')
  expect(text).toContain('<meta name="quarterdeck-base" content="/deck">')
  expect(await (await app.request('/', { headers: page })).text()).toContain('src="/assets/index')
  expect((await app.request('/assets/index-Bx12_-9a.js.map')).status).toBe(404)
})

it('names what the page at an address needs, and shows its first frame where nobody has to sign in', async () => {
  const built = path.join(folder, 'console')
  await writeFile(
    path.join(built, 'index.html'),
    '<html lang="en"><head></head><body><script src="./assets/index.js"></script>\n</body></html>',
  )
  await writeFile(
    path.join(built, 'pages.json'),
    JSON.stringify({
      overview: ['assets/part-12345678.js', 'assets/one-12345678.css', 'assets/one-12345678.js'],
      'new-deployment': ['assets/new-12345678.js'],
    }),
  )
  const open = new Hono().use(consoleFiles(built, '/deck', true))
  const at = async (server: Hono, address: string) =>
    (await server.request(address, { headers: page })).text()
  const one = await at(open, '/deployments/x')
  expect(one).toContain('<html data-frame lang="en">')
  const scripts = [...one.matchAll(/<script[^>]* src="\/deck\/assets\/([a-z]+)/g)]
  expect(scripts.map(([, name]) => name)).toEqual(['part', 'one', 'index'])
  expect(one).toMatch(/as="style"[^>]* href="\/deck\/assets\/one-12345678\.css"/)
  const other = await at(app, '/deployments/new')
  expect(other).toContain('<html lang="en">')
  expect(other).toContain('src="/assets/new-12345678.js"')
  expect(other).not.toContain('one-')
  expect(await at(app, '/deployments/x/threads')).not.toContain('12345678')
})

it('sends what the build has compressed already', async () => {
  const code = 'export const words = "one thing and another"\n'.repeat(200)
  const made = brotliCompressSync('made by the build')
  await writeFile(path.join(folder, 'console/assets/made-Bx12_-9a.js'), code)
  await writeFile(path.join(folder, 'console/assets/made-Bx12_-9a.js.br'), made)
  const ask = async (accepted: string) =>
    Buffer.from(
      await (
        await app.request('/assets/made-Bx12_-9a.js', { headers: { 'accept-encoding': accepted } })
      ).arrayBuffer(),
    )
  expect(await ask('br')).toEqual(made)
  expect(gunzipSync(await ask('gzip')).toString()).toBe(code)
})

it('sends text as small as the client can read it, and small or refused files as they are', async () => {
  const code = 'export const words = "the same again and again"\n'.repeat(200)
  await writeFile(path.join(folder, 'console/assets/large-Bx12_-9a.js'), code)
  const ask = (name: string, accepted: string) =>
    app.request(`/assets/${name}`, { headers: { 'accept-encoding': accepted } })
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const response = await ask('large-Bx12_-9a.js', accepted)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.length).toBeLessThan(code.length / 10)
    expect(open(body).toString()).toBe(code)
  }
  const plain = await ask('large-Bx12_-9a.js', 'identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(code)
  expect((await ask('index-Bx12_-9a.js', 'br')).headers.get('content-encoding')).toBeNull()
})
