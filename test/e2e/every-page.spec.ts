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
import { menuFaults, windowFaults } from './windows.ts'
import {
  cancelFaults,
  interruptFaults,
  leaveFaults,
  replayFaults,
  signInFaults,
} from './windows-at-work.ts'

/** Every page with real data, in both themes and at every width: nothing to be ashamed of. */

test.describe.configure({ mode: 'serial' })

const password = 'every page of the console'
/** A page may jump so much while it loads, as browsers count it. */
const allowedShift = 0.05

const softly = expect.configure({ soft: true })

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

test('what a page was asked for before its scripts it uses, and asks for nothing twice', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'viewer')
  // From here on the browser knows that somebody is signed in.
  await page.goto(`${server.url}/settings`)
  await settled(page)
  const answered: string[] = []
  page.on('response', (response) => answered.push(response.url().slice(server.url.length)))
  for (const name of [
    'deployments',
    'deployment',
    'revisions',
    'revision',
    'thread',
    'run 1',
    'OAuth providers',
    'OAuth provider',
  ]) {
    answered.length = 0
    await page.goto(`${server.url}${pages.find((one) => one.name === name)?.path}`)
    await settled(page)
    const links = await page.locator('link[rel="preload"][as="fetch"]').all()
    const reads = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(reads.length, name).toBeGreaterThan(2)
    const times = reads.map((read) => answered.filter((one) => one === read).length)
    expect
      .soft(Object.fromEntries(reads.map((read, at) => [read, times[at]])), name)
      .toEqual(Object.fromEntries(reads.map((read) => [read, 1])))
  }
  await page.context().close()
})

test('on a phone a run’s thread can be read in the list, and where it stands above it', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'viewer')
  const path = (name: string) => `${server.url}${pages.find((one) => one.name === name)?.path}`
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(path('runs'))
  await settled(page)
  const links = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1).getByRole('link')
  const [run, thread] = await Promise.all([links.nth(0).boundingBox(), links.nth(1).boundingBox()])
  expect(thread?.width).toBeGreaterThan(200)
  expect(thread?.y).toBeGreaterThanOrEqual((run?.y ?? 0) + (run?.height ?? 0))
  await page.goto(path('run 1'))
  await settled(page)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'examples' })).toBeVisible()
  await expect(crumbs.getByRole('link', { name: 'Runs' })).toBeVisible()
  await expect(crumbs.getByText(/^Run /)).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

test('a run on paper has the whole width and no navigation, whatever the format', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'viewer')
  await page.goto(`${server.url}${pages.find(({ name }) => name === 'run 1')?.path}`)
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  for (const width of [794, 1123]) {
    await page.setViewportSize({ width, height: 1000 })
    expect((await page.getByRole('main').boundingBox())?.width).toBe(width)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  }
  await page.context().close()
})

test('every menu and window takes focus, keeps it, closes by Esc and gives it back', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const page = await signedIn(browser, 'admin')
  const token = { name: 'build.server', role: 'operator' }
  await page.request.post(`${server.url}/gateway/tokens`, { data: token })
  const routes = new Set<string>()
  const known = new Set<string>()
  for (const { name, route, path } of pages) {
    if (routes.has(route)) continue
    routes.add(route)
    await page.goto(`${server.url}${path}`)
    await settled(page)
    expect.soft(await menuFaults(page, page.getByRole('main'), known), name).toEqual([])
    for (const words of windowsOf[name] ?? []) {
      const opener = page.getByRole('main').getByRole('button', { name: words, exact: true })
      const open = () => opener.first().press('Enter')
      expect.soft(await windowFaults(page, words, open, opener.first()), name).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/settings`)
  await settled(page)
  expect.soft(await menuFaults(page, page.locator('body'), known)).toEqual([])
  const search = page.getByRole('button', { name: 'Go to…' })
  const shortcuts = page.getByRole('button', { name: 'Keyboard shortcuts' })
  const palette = async () => {
    await search.focus()
    await page.keyboard.press('Control+k')
  }
  const throughPalette = async () => {
    await palette()
    await page.keyboard.type('show keyboard')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  }
  for (const [what, open, opener] of [
    ['palette', palette, search],
    ['shortcuts', () => shortcuts.press('Enter'), shortcuts],
    ['shortcuts through the palette', throughPalette, search],
  ] as const) {
    expect.soft(await windowFaults(page, what, open, opener)).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const navigation = page.getByRole('button', { name: 'Open navigation' })
  const openNavigation = () => navigation.press('Enter')
  expect.soft(await windowFaults(page, 'navigation', openNavigation, navigation)).toEqual([])
  await page.goto(`${server.url}${pages.find(({ name }) => name === 'thread')?.path}`)
  for (const words of ['Threads', 'Show the inspector']) {
    const opener = page.getByRole('main').getByRole('button', { name: words, exact: true })
    const open = () => opener.press('Enter')
    expect.soft(await windowFaults(page, words, open, opener)).toEqual([])
  }
  await page.context().close()
})

test('who leaves typed text stays where the question could not be fetched, and is asked when it can', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'admin')
  await page.route('**/assets/dialogs-*', (route) => route.abort())
  await page.goto(`${server.url}/embeds/new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('half-done')
  const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' })
  await away.click()
  await expect(page.getByText('something on it is not saved')).toBeVisible()
  expect(page.url()).toContain('/embeds/new')
  await expect(name).toHaveValue('half-done')
  await page.unroute('**/assets/dialogs-*')
  await away.click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/runs/)
  await page.context().close()
})

test('windows about what goes on take focus, keep it, close by Esc and give it back', async ({
  browser,
}) => {
  const path = (name: string) => pages.find((one) => one.name === name)?.path ?? ''
  const stranger = await (await browser.newContext()).newPage()
  expect.soft(await signInFaults(stranger, server, password)).toEqual([])
  await stranger.context().close()
  const page = await signedIn(browser, 'admin')
  expect.soft(await leaveFaults(page, server)).toEqual([])
  expect.soft(await replayFaults(page, server, path('thread'))).toEqual([])
  expect.soft(await cancelFaults(page, server, path('runs'))).toEqual([])
  expect.soft(await interruptFaults(page, server)).toEqual([])
  await page.context().close()
})

/** Buttons that open a window, by the page that they are on. */
const windowsOf: Record<string, readonly string[]> = {
  deployment: ['New revision'],
  'new deployment': ['Paste .env'],
  assistants: ['New assistant'],
  assistant: ['Configure a copy', 'Edit'],
  runs: ['Cancel all…'],
  embed: ['New key', 'Make an identity secret', 'Delete'],
  users: ['New user'],
  'API tokens': ['New token'],
}

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
      // Long lists follow the height of their rows a frame later.
      await softly.poll(() => layoutFaults(page), `${where} at ${width} px`).toEqual([])
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
