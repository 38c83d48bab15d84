import { expect, type Page } from '@playwright/test'
import { test } from './filled-console.ts'
import {
  accessibilityFaults,
  layoutFaults,
  layoutShift,
  settled,
  watchLayout,
} from './page-checks.ts'
import { parts, type ShownPage } from './pages-of-console.ts'
import { consoleRoutes } from './routes-of-console.ts'
import { pageFaults } from './windows.ts'

/** Every page with real data, in both themes and at every width, with every menu and window: nothing to be ashamed of. */

test.describe.configure({ mode: 'parallel' })

/** A page may jump so much while it loads, as browsers count it. */
const allowedShift = 0.05
/** A conversation keeps its end in view while it is drawn: browsers count that, though nothing moves on the screen. */
const allowedShiftOfThread = 0.1

const softly = expect.configure({ soft: true })

test('every route of the console is looked at here', async ({ filled }) => {
  const shown = new Set(filled.pages.map(({ route }) => route))
  expect([...shown].sort(), 'a page of `fillConsole` for each route').toEqual(
    (await consoleRoutes()).sort(),
  )
})

for (const part of parts) {
  test(`every page of ${part} is accessible, stays where it is and fits, in light at 1440 and 768 px, and its windows keep focus`, async ({
    browser,
    filled,
  }) => {
    const page = await filled.signedIn(browser, 'admin', 'light')
    if (part === 'settings') {
      const token = { name: 'build.server', role: 'operator' }
      await page.request.post(`${filled.server.url}/gateway/tokens`, { data: token })
    }
    const routes = new Set<string>()
    const known = new Set<string>()
    const pages = filled.pagesOf(part)
    await look(page, pages, filled.server.url, [768, 1440], async ({ name, route }) => {
      if (routes.has(route)) return
      routes.add(route)
      expect.soft(await pageFaults(page, name, known), `${name}: windows`).toEqual([])
    })
    await page.context().close()
  })

  test(`every page of ${part} is accessible, stays where it is and fits, in dark at 390 and 360 px`, async ({
    browser,
    filled,
  }) => {
    const page = await filled.signedIn(browser, 'admin', 'dark')
    await look(page, filled.pagesOf(part), filled.server.url, [360, 390])
    await page.context().close()
  })
}

/** Of the settings no page is in the list below. */
const withActions = parts.filter((part) => part !== 'settings')

for (const part of withActions) {
  test(`a viewer cannot press what changes something in ${part}, and is told why`, async ({
    browser,
    filled,
  }) => {
    const page = await filled.signedIn(browser, 'viewer')
    const writes: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) writes.push(response.url())
    })
    for (const { name } of filled.pagesOf(part)) {
      const actions = forOperators.get(name)
      if (!actions) continue
      await page.goto(filled.url(name))
      await settled(page)
      // What is done to many is offered once some are chosen.
      if (name === 'runs') {
        await page
          .getByRole('checkbox', { name: /^Choose run/ })
          .first()
          .press('Space')
      }
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
}

test('what is not for viewers is looked for on pages that are there', async ({ filled }) => {
  const names = withActions.flatMap(filled.pagesOf).map(({ name }) => name)
  expect([...forOperators.keys()].filter((name) => !names.includes(name))).toEqual([])
})

test('what a page was asked for before its scripts it uses, and asks for nothing twice', async ({
  browser,
  filled,
}) => {
  const page = await filled.signedIn(browser, 'viewer')
  // From here on the browser knows that somebody is signed in.
  await page.goto(`${filled.server.url}/settings`)
  await settled(page)
  const answered: string[] = []
  page.on('response', (response) => answered.push(response.url().slice(filled.server.url.length)))
  for (const name of [
    'deployments',
    'deployment',
    'revisions',
    'revision',
    'thread',
    'run 1',
    'OAuth providers',
    'OAuth provider',
    'alerts',
    'alert rules',
    'alert channels',
    'suites',
    'suite',
    'new session',
    'session',
    'results',
    'review',
    'embed',
    'embed analytics',
    'connection',
    'compare revisions',
  ]) {
    answered.length = 0
    await page.goto(filled.url(name))
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
  filled,
}) => {
  const page = await filled.signedIn(browser, 'viewer')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(filled.url('runs'))
  await settled(page)
  const links = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1).getByRole('link')
  const [run, thread] = await Promise.all([links.nth(0).boundingBox(), links.nth(1).boundingBox()])
  expect(thread?.width).toBeGreaterThan(200)
  expect(thread?.y).toBeGreaterThanOrEqual((run?.y ?? 0) + (run?.height ?? 0))
  await page.goto(filled.url('run 1'))
  await settled(page)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'examples' })).toBeVisible()
  await expect(crumbs.getByRole('link', { name: 'Runs' })).toBeVisible()
  await expect(crumbs.getByText(/^Run /)).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

test('a run on paper has the whole width and no navigation, whatever the format', async ({
  browser,
  filled,
}) => {
  const page = await filled.signedIn(browser, 'viewer')
  await page.goto(filled.url('run 1'))
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  for (const width of [794, 1123]) {
    await page.setViewportSize({ width, height: 1000 })
    expect((await page.getByRole('main').boundingBox())?.width).toBe(width)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  }
  await page.context().close()
})

/** Pages, and what on them is not for viewers. */
const forOperators: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    deployments: ['New deployment'],
    deployment: ['Open chat', 'Edit', 'New revision'],
    'edit deployment': ['Save'],
    assistants: ['New assistant'],
    assistant: ['Configure a copy', 'Edit'],
    schedules: ['New schedule'],
    threads: ['New thread'],
    thread: [
      'New',
      'Good answer',
      'Bad answer',
      'Make a case',
      'Retry',
      'Approve',
      'Reject',
      'Send',
    ],
    'run 1': ['Good answer', 'Pass', 'Fail', 'Unsure', 'Make a case', 'Run again'],
    runs: ['Cancel all…', 'Stop and keep', 'Stop and roll back', 'Run again…', 'Make cases…'],
    // What it is a preview of serves already: there is nothing to promote.
    'preview of a revision': ['Open chat', 'Stop'],
    suites: ['New suite'],
    suite: ['New session'],
    sessions: ['New session'],
    'OAuth providers': ['New provider'],
    'OAuth provider': ['Edit', 'Start the test'],
    alerts: ['Silence'],
    'alert rules': ['New rule'],
    'alert channels': ['New channel', 'Send a test to Operators on duty, by mail'],
    embeds: ['New embed'],
    connections: ['Add connection'],
    connection: ['Edit', 'Test'],
  }),
)

/**
 * Looks at the pages of one part in one theme, each at these widths, the last of which it is loaded at; then `atLast`
 * looks at the same page.
 */
async function look(
  page: Page,
  pages: readonly ShownPage[],
  url: string,
  widths: readonly number[],
  atLast: (shown: ShownPage) => Promise<void> = async () => {},
) {
  const complaints: string[] = []
  page.on('console', (message) => {
    // A refused or unknown object is what some of these pages are about.
    const isAnswer = /Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await watchLayout(page)
  await page.setViewportSize({ width: widths.at(-1) ?? 1440, height: 900 })
  for (const shown of pages) {
    const { name, path } = shown
    await page.goto(`${url}${path}`)
    await settled(page)
    const { score, moved } = await layoutShift(page)
    const allowed = name === 'thread' ? allowedShiftOfThread : allowedShift
    expect.soft(score, `${name}: jumped: ${moved.join('\n')}`).toBeLessThan(allowed)
    expect.soft(await page.locator('h1:visible').count(), `${name}: headings`).toBe(1)
    expect.soft(await page.title(), name).toMatch(/^\S.* · Quarterdeck$/)
    expect.soft(await accessibilityFaults(page), `${name}: accessibility`).toEqual([])
    expect.soft(await linksWithoutConnection(page), `33.1.5 ${name}: links`).toEqual([])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // Long lists follow the height of their rows a frame later.
      await softly.poll(() => layoutFaults(page), `${name} at ${width} px`).toEqual([])
    }
    await atLast(shown)
    expect.soft(complaints.splice(0), `${name}: complaints`).toEqual([])
  }
}

/** Links to pages of the console that do not say of which connection: opened elsewhere they would lead to another's. */
function linksWithoutConnection(page: Page): Promise<string[]> {
  return page.locator('a[href]:not([download])').evaluateAll((links) =>
    links
      .map((link) => new URL((link as HTMLAnchorElement).href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname)
      .filter((path) => !/^\/(c|gateway|agents|embed)\/|\.\w+$/.test(path)),
  )
}
