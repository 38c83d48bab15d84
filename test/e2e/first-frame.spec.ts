import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { consoleRoutes } from './routes-of-console.ts'

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
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${server.url}/deployments`, { waitUntil: 'commit' })
    await expect(page.locator('#frame')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await frameOf(page)
    release()
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
  const pages: { pattern: string; files: string[] }[] = JSON.parse(await readFile(built, 'utf8'))
  // Three addresses lead on, and one is for what is not there.
  const own = (await consoleRoutes()).filter((route) => !/^\/(threads|runs|\*)?$/.test(route))
  expect(pages.map(({ pattern }) => pattern).sort()).toEqual(own.sort())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${server.url}/settings`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const named = pages.find(({ pattern }) => pattern === '/settings')?.files ?? []
  expect(named.length).toBeGreaterThan(0)
  const first = asked.findIndex((at) => at.includes('/assets/index-') && at.endsWith('.js'))
  for (const file of named) {
    expect(asked.indexOf(`/${file}`)).toBeGreaterThan(-1)
    expect(asked.indexOf(`/${file}`)).toBeLessThan(first)
  }
})
