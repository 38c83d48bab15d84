import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { pageNames } from '../../src/contract/pages.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { holdBack } from './hold-back.ts'

/** What stands in a page before its scripts, and what the page asks for at once. */

let server: ConsoleServer

test.beforeAll(async () => {
  server = await startConsole()
})
test.afterAll(() => server?.stop())

/** Where the words and drawings of the frame around the pages are, by their words. */
async function frameOf(page: Page) {
  return page.evaluate(() => {
    const places: Record<string, number[]> = {}
    for (const element of document.querySelectorAll('#root svg, #root div, #root a, #root span')) {
      const own = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim())
        .join('')
      const words = element instanceof SVGElement ? element.innerHTML.slice(0, 30) : own
      const { x, y, width, height } = element.getBoundingClientRect()
      if (words && width > 1) places[words] ??= [x, y, height].map(Math.round)
    }
    return places
  })
}

test('the first frame is where the console draws its own, in both layouts', async ({ browser }) => {
  for (const width of [1440, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } })
    const scripts = await holdBack(page, /\/assets\/.*\.js$/)
    await page.goto(`${server.url}/deployments`, { waitUntil: 'commit' })
    await expect(page.locator('#frame')).toBeVisible()
    // Nothing is painted before they are there, but it can be measured.
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
        ({ sheet }) => sheet !== null,
      ),
    )
    await page.evaluate(() => document.fonts.ready)
    const before = await frameOf(page)
    scripts.release()
    await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor()
    const after = await frameOf(page)
    const kept = Object.entries(before).filter(([words]) => words in after)
    expect(kept.length).toBeGreaterThanOrEqual(width > 900 ? 15 : 2)
    expect(Object.fromEntries(kept)).toEqual(
      Object.fromEntries(kept.map(([words]) => [words, after[words]])),
    )
    await page.close()
  }
})

test('where a sign-in comes first no frame is shown, until somebody was signed in', async ({
  page,
}) => {
  const password = 'before the first frame'
  const guarded = await startConsole([], { QUARTERDECK_PASSWORD: password })
  // Nor the box of a new thread, whose page asks for the console later.
  await page.goto(`${guarded.url}/deployments/${crypto.randomUUID()}/threads/new`)
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(page.locator('#early-message')).toHaveCount(0)
  await page.goto(`${guarded.url}/deployments`)
  expect(await page.evaluate(() => 'frame' in document.documentElement.dataset)).toBe(false)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#frame')).toBeVisible()
  await guarded.stop()
})

test('each page with code of its own asks for it at once', async ({ page }) => {
  const built = path.join(import.meta.dirname, '../../dist/console/pages.json')
  const files: Record<string, string[]> = JSON.parse(await readFile(built, 'utf8'))
  expect(Object.keys(files)).toEqual(pageNames)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${server.url}/settings`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const named = files.appearance ?? []
  expect(named.length).toBeGreaterThan(0)
  const first = asked.findIndex((at) => at.includes('/assets/index-') && at.endsWith('.js'))
  for (const file of named) {
    expect(asked.indexOf(`/${file}`)).toBeGreaterThan(-1)
    expect(asked.indexOf(`/${file}`)).toBeLessThan(first)
  }
  // Only as the first line it tells browsers to compile the script while it arrives.
  const begun = asked.slice(0, first + 1).filter((at) => /assets\/.*\.js$/.test(at))
  expect(begun.length).toBeGreaterThan(3)
  for (const at of begun) {
    const script = await (await page.request.get(`${server.url}${at}`)).text()
    expect.soft(script.slice(0, 30), at).toContain('//# allFunctionsCalledOnLoad\n')
  }
})

test('every page waits for the same few scripts, and for none of what only some need', async () => {
  const html = await (await fetch(server.url)).text()
  const names = [...html.matchAll(/assets\/([a-z-]+)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(names).toEqual(['rolldown-runtime', 'framework', 'router', 'parts', 'index'])
})

test('what a page reads first is asked for before its scripts are there', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/gateway\/connections\/.*\/(control-plane|agents)\//.test(pathname)) {
      if (request.method() === 'GET') asked.push(pathname.split('/').slice(3).join('/') + search)
    }
  })
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const deployment = `local/control-plane/v2/deployments/${id}`
  const thread = `local/agents/${id}/threads/${other}`
  const firstReads = {
    '/deployments': ['local/control-plane/v2/deployments?limit=100&offset=0'],
    '/connections': [],
    '/embeds/new': ['local/control-plane/v2/deployments?limit=100'],
    [`/deployments/${id}`]: [deployment, `${deployment}/revisions?limit=20&offset=0`],
    [`/deployments/${id}/revisions/${other}`]: [
      deployment,
      `${deployment}/revisions?limit=20&offset=0`,
      `${deployment}/revisions/${other}`,
    ],
    [`/deployments/${id}/threads/new`]: [deployment],
    [`/deployments/${id}/threads/${other}`]: [
      deployment,
      thread,
      `${thread}/state`,
      `${thread}/runs?limit=100&offset=0`,
    ],
    [`/deployments/${id}/threads/${other}/runs/${id}`]: [deployment, `${thread}/runs/${id}`],
  }
  for (const [address, reads] of Object.entries(firstReads)) {
    asked.length = 0
    await page.goto(`${server.url}${address}`, { waitUntil: 'commit' })
    await expect.poll(() => asked.toSorted(), address).toEqual(reads.toSorted())
  }
  // Of the connection that the address names, else of the one that was used last.
  asked.length = 0
  await page.goto(`${server.url}/c/one%20more/deployments`, { waitUntil: 'commit' })
  await expect
    .poll(() => asked)
    .toEqual(['one%20more/control-plane/v2/deployments?limit=100&offset=0'])
  await page.evaluate(() => localStorage.setItem('quarterdeck.connection', 'other one'))
  asked.length = 0
  await page.goto(`${server.url}/deployments`, { waitUntil: 'commit' })
  await expect
    .poll(() => asked)
    .toEqual(['other%20one/control-plane/v2/deployments?limit=100&offset=0'])
})
