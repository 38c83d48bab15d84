import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { ensureConsoleBuilt } from '../../../src/cli/building/built-console.mjs'
import { consoleFiles } from '../../../src/server/pages/console-files.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const assets = path.join(root, 'dist/console/assets')
const budgetBytes = 181_000
/** Of an answer, as a browser counts them with its bytes. */
const headersBytes = 680

/** Files that a browser needs before it can show the list of deployments, by their imports. */
function neededScripts(): string[] {
  const index = readFileSync(path.join(root, 'dist/console/index.html'), 'utf8')
  const page = readdirSync(assets).find((name) => /^deployments-page-.*\.js$/.test(name))
  if (!page) throw new Error('The list of deployments is not a file of its own any more.')
  const needed = new Set<string>()
  const waiting = [...index.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  waiting.push(page)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue
    needed.add(name)
    const code = readFileSync(path.join(assets, name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      waiting.push(imported)
    }
  }
  return [...needed]
}

it('the first load of the deployments page is at most 181 KB of compressed JavaScript', async () => {
  await ensureConsoleBuilt(root)
  const sizes = neededScripts().map((name) => ({
    name,
    bytes: gzipSync(readFileSync(path.join(assets, name))).length,
  }))
  expect(sizes.length).toBeGreaterThan(2)
  expectAtMost(budgetBytes, sizes)
})

it('what is loaded later does not name again the scripts that stand in the page', async () => {
  await ensureConsoleBuilt(root)
  const index = readFileSync(path.join(root, 'dist/console/index.html'), 'utf8')
  const inPage = new Set([...index.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name]) => name))
  expect(inPage.size).toBeGreaterThan(2)
  for (const script of readdirSync(assets).filter((name) => name.endsWith('.js'))) {
    const code = readFileSync(path.join(assets, script), 'utf8')
    const [, later = ''] = /__vite__mapDeps=.*?m\.f=\[(.*?)\]/.exec(code) ?? []
    const names = [...later.matchAll(/"\.\/([^"]+)"/g)].map(([, name]) => name)
    expect(
      names.filter((name) => inPage.has(name)),
      script,
    ).toEqual([])
  }
})

it('a new thread’s first message waits for four files, and for none of the console’s scripts', async () => {
  await ensureConsoleBuilt(root)
  const app = new Hono().use(consoleFiles(path.join(root, 'dist/console'), '', true))
  const page = await app.request('/deployments/x/threads/new', { headers: { accept: 'text/html' } })
  const html = await page.text()
  expect(html).toContain('id="early-message"')
  // What it reads, and the console, are asked for after.
  expect(html).not.toContain('as="fetch"')
  const named = [...html.matchAll(/<(?:script|link) [^>]*(?:src|href)="(\/[^"]+)"/g)].map(
    ([, address = '']) => address,
  )
  // With the page itself and the font of its words, five requests.
  expect(named.length, named.join()).toBe(3)
  const scripts = named.filter((name) => name.endsWith('.js'))
  expect(scripts).toEqual(['/theme.js', '/early-message.js'])
  expectAtMost(5_000, await sizesOf(app, scripts))
})

it('a new thread’s own composer is there with at most 251 KB of compressed JavaScript', async () => {
  await ensureConsoleBuilt(root)
  const app = new Hono().use(consoleFiles(path.join(root, 'dist/console'), '', true))
  const page = await app.request('/deployments/x/threads/new', { headers: { accept: 'text/html' } })
  const later = /<meta name="quarterdeck-later" content="([^"]+)">/.exec(await page.text())?.[1]
  const scripts = later?.split(' ') ?? []
  expect(scripts.at(-1)).toMatch(/^\/assets\/index-/)
  expect(scripts.length).toBeLessThanOrEqual(10)
  expectAtMost(251_000, await sizesOf(app, scripts))
})

interface Size {
  name: string
  bytes: number
}

/** As a browser counts them, compressed and with their headers. */
function sizesOf(app: Hono, addresses: readonly string[]): Promise<Size[]> {
  return Promise.all(
    addresses.map(async (name) => {
      const answer = await app.request(name, { headers: { 'accept-encoding': 'br' } })
      return { name, bytes: (await answer.arrayBuffer()).byteLength + headersBytes }
    }),
  )
}

function expectAtMost(budget: number, sizes: readonly Size[]) {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const files = sizes.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')
  expect(
    total,
    `${total - budget} bytes too many: let code of these files that is seen only after a press come by \`lazyPart\`, or stand in a file of its own that fewer pages import (${files})`,
  ).toBeLessThanOrEqual(budget)
}
