import { expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { holdBack } from './hold-back.ts'
import { served } from './served.ts'

/** A new thread's first message can be written before the console is there, and nothing of it is lost. */

let server: ConsoleServer
let address: string

test.beforeAll(async () => {
  server = await startConsole()
  address = `${server.url}/deployments/${(await served(server)).id}/threads/new`
})
test.afterAll(() => server?.stop())

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const scripts = /\/assets\/.*\.js$/
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const isThere = (page: Page) => expect(page.locator('#early-message')).toHaveCount(0)

test('it is written and sent before any script of the console is there', async ({ page }) => {
  const held = await holdBack(page, scripts)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Hello, are you there')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Goes as soon as the rest of the page is here')).toBeVisible()
  held.release()
  await expect(page).toHaveURL(/\/threads\/[0-9a-f-]{36}/)
  const log = page.getByRole('log')
  await expect(log.getByText('Hello, are you there').first()).toBeVisible()
  await expect(box(page)).toHaveValue('')
})

test('33: the same where the browser lets no page keep anything', async ({ page }) => {
  await page.addInitScript(() => {
    const denied = {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'localStorage', denied)
    Object.defineProperty(window, 'sessionStorage', denied)
  })
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const held = await holdBack(page, scripts)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Nothing is kept')
  await page.keyboard.press('Enter')
  held.release()
  await expect(page).toHaveURL(/\/threads\/[0-9a-f-]{36}/)
  await expect(page.getByRole('log').getByText('Nothing is kept').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('what is pasted and dropped meanwhile goes along', async ({ page }) => {
  const held = await holdBack(page, scripts)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Look at these')
  await box(page).evaluate((element, pixel) => {
    const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0))
    const give = (kind: string, name: string, type: string) => {
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type }))
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data }),
      )
    }
    give('paste', 'pasted.png', 'image/png')
    give('drop', 'dropped.txt', 'text/plain')
  }, pixel)
  await expect(page.getByText('Its files go along as soon as')).toBeVisible()
  await page.keyboard.press('Enter')
  held.release()
  await expect(page).toHaveURL(/\/threads\/[0-9a-f-]{36}/)
  const log = page.getByRole('log')
  await expect(log.getByText('Look at these').first()).toBeVisible()
  await expect(log.getByRole('img', { name: 'Attached to the message' })).toBeVisible()
  await expect(log.getByText('dropped.txt')).toBeVisible()
})

test('the console takes over text, caret and focus, at the same place', async ({ browser }) => {
  for (const width of [1440, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } })
    await page.addInitScript(() => localStorage.setItem('quarterdeck.inspector-width', '420'))
    const held = await holdBack(page, scripts)
    await page.goto(address, { waitUntil: 'commit' })
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('one three')
    await page.evaluate(() => document.fonts.ready)
    const place = await box(page).boundingBox()
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
    held.release()
    await isThere(page)
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('two ')
    await expect(box(page)).toHaveValue('one two three')
    expect(await box(page).boundingBox()).toEqual(place)
    await page.close()
  }
})

test('a page that turns out to be another one shows no box, and the text is there later', async ({
  page,
}) => {
  const held = await holdBack(page, scripts)
  await page.route(/\/assets\/thread-page/, (route) => route.abort())
  await page.goto(address, { waitUntil: 'commit' })
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('kept for later')
  await page.evaluate(() => Object.assign(window, { isFirst: true }))
  held.release()
  // A page whose script is missing is loaded once more by itself; that is over when this one shows.
  const isFirst = () => page.evaluate(() => 'isFirst' in window).catch(() => true)
  await expect.poll(isFirst).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.goto(address)
  await isThere(page)
  await expect(box(page)).toHaveValue('kept for later')
})

test('one can write after ten requests and 160 kB of scripts at most, before the console’s own', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => {
    const look = () => {
      const found = document.querySelector('textarea')
      if (!found) return requestAnimationFrame(look)
      requestAnimationFrame(() => performance.mark('usable'))
    }
    look()
  })
  await page.goto(address)
  await isThere(page)
  const early = await page.evaluate(() => {
    const at = performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files
      .filter((file) => file.startTime <= at)
      .map(({ name, transferSize }) => ({ name: new URL(name).pathname, transferSize }))
  })
  const code = early.filter(({ name }) => name.endsWith('.js'))
  // With the page itself.
  expect(early.length + 1, JSON.stringify(early)).toBeLessThanOrEqual(10)
  const bytes = code.reduce((sum, { transferSize }) => sum + transferSize, 0)
  expect(code.length).toBeGreaterThan(1)
  expect(code.filter(({ name }) => name.startsWith('/assets/'))).toEqual([])
  expect(bytes).toBeLessThanOrEqual(160_000)
  await context.close()
})
