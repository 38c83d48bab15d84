import { type Browser, expect, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'
import {
  accessibilityFaults,
  layoutFaults,
  layoutShift,
  settled,
  watchLayout,
} from './page-checks.ts'
import { fillConsole, type ShownPage } from './pages-of-console.ts'
import { consoleRoutes } from './routes-of-console.ts'

/** Every page with real data, in both themes and at every width: nothing to be ashamed of. */

test.describe.configure({ mode: 'serial' })

const password = 'every page of the console'
/** A page may jump so much while it loads, as browsers count it. */
const allowedShift = 0.05

let server: ConsoleServer
let pages: ShownPage[]

test.beforeAll(async ({ browser }) => {
  // A deployment whose server is away is one of the things to look at, and no news in the log.
  server = await startConsole([], {
    QUARTERDECK_PASSWORD: password,
    QUARTERDECK_LOG_LEVEL: 'error',
  })
  const admin = await signedIn(browser, 'admin')
  pages = await fillConsole(server, async (path, data) => {
    const answer = await admin.request.post(`${server.url}${path}`, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  })
  const viewer = { name: 'viewer', role: 'viewer', password }
  await admin.request.post(`${server.url}/gateway/users`, { data: viewer })
  await admin.context().close()
})

test.afterAll(() => server?.stop())

test('every route of the console is looked at here', async () => {
  const shown = new Set(pages.map(({ route }) => route))
  expect([...shown].sort()).toEqual((await consoleRoutes()).sort())
})

test('every page is accessible, stays where it is and fits, in light and dark, at every width', async ({
  browser,
}) => {
  // A limit is no measurement: forty pages, on a machine that may be busy.
  test.setTimeout(900_000)
  // Both at once: each waits for the server half of the time.
  await Promise.all([
    lookAtAll(browser, 'light', [1440, 768]),
    lookAtAll(browser, 'dark', [390, 360]),
  ])
})

test('a viewer cannot press what changes something, and is told why', async ({ browser }) => {
  const page = await signedIn(browser, 'viewer')
  const writes: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) writes.push(response.url())
  })
  for (const [name, actions] of Object.entries(forOperators)) {
    await page.goto(`${server.url}${pages.find((one) => one.name === name)?.path}`)
    await settled(page)
    for (const action of actions) {
      const found = page.getByRole('button', { name: action, exact: true })
      const button = found.or(page.getByRole('link', { name: action, exact: true })).first()
      await expect(button, `${name}: ${action}`).toHaveAttribute('aria-disabled', 'true')
      await button.focus()
      await expect(button).toHaveAccessibleDescription(/needs the role (operator|admin)/)
      await button.press('Enter')
    }
    expect.soft(await accessibilityFaults(page), name).toEqual([])
  }
  expect(writes).toEqual([])
  await page.context().close()
})

/** Pages, and what on them is not for viewers. */
const forOperators = {
  deployments: ['New deployment'],
  deployment: ['Open chat', 'Edit', 'New revision'],
  'edit deployment': ['Save'],
  assistants: ['New assistant'],
  assistant: ['Configure a copy', 'Edit'],
  threads: ['New thread'],
  thread: ['New', 'Good answer', 'Bad answer', 'Retry', 'Approve', 'Reject', 'Send'],
  runs: ['Stop and keep', 'Stop and roll back', 'Cancel all…'],
  'OAuth providers': ['New provider'],
  'OAuth provider': ['Edit', 'Start the test'],
  embeds: ['New embed'],
  connections: ['Add connection'],
  connection: ['Edit', 'Test'],
}

async function lookAtAll(browser: Browser, theme: 'light' | 'dark', widths: number[]) {
  const page = await signedIn(browser, 'admin', theme)
  const complaints: string[] = []
  page.on('console', (message) => {
    // A refused or unknown object is what some of these pages are about.
    const isAnswer = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await watchLayout(page)
  for (const { name, path } of pages) {
    const where = `${name} in ${theme}`
    await page.setViewportSize({ width: widths[0] ?? 1440, height: 900 })
    await page.goto(`${server.url}${path}`)
    await settled(page)
    const { score, moved } = await layoutShift(page)
    expect.soft(score, `${where}: jumped: ${moved.join('\n')}`).toBeLessThan(allowedShift)
    expect.soft(await page.locator('h1:visible').count(), `${where}: headings`).toBe(1)
    expect.soft(await page.title(), where).toMatch(/^\S.* · Quarterdeck$/)
    expect.soft(await accessibilityFaults(page), `${where}: accessibility`).toEqual([])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await layoutFaults(page), `${where} at ${width} px`).toEqual([])
    }
    expect.soft(complaints.splice(0), `${where}: complaints`).toEqual([])
  }
  await page.context().close()
}

async function signedIn(browser: Browser, name: string, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
  const data = { name, password }
  const answer = await context.request.post(`${server.url}/gateway/session`, { data })
  expect(answer.status()).toBe(200)
  return context.newPage()
}
