import { expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults, settled } from './page-checks.ts'
import { served } from './served.ts'

/** An operator saves what they look at, comes back to it, and acts on many: beside a mouse, by keyboard, on a phone. */
test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let page: Page
const threads = ['Where is the lamp?', 'Where is the chair?', 'Where is the table?']

test.beforeAll(async ({ browser }) => {
  server = await startConsole()
  await served(server)
  const agent = async <Answer>(path: string, body: object) =>
    (await server.api<Answer>(`/agents/examples${path}`, { method: 'POST', body })).body
  for (const content of threads) {
    const { thread_id } = await agent<{ thread_id: string }>('/threads', {})
    const input = { messages: [{ role: 'user', content }] }
    await agent(`/threads/${thread_id}/runs/wait`, { assistant_id: 'guide', input })
  }
  // What comes and goes slowly is looked at in between as well.
  page = await browser.newPage({ reducedMotion: 'reduce' })
})
test.afterAll(async () => {
  await page?.close()
  expect(await server?.stop()).toBe(0)
})

const main = () => page.getByRole('main')
const button = (name: string | RegExp) => main().getByRole('button', { name, exact: true })

test('at 1440 px a view is saved and chosen by keyboard, and threads are chosen and deleted', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/threads?text=where`)
  await settled(page)
  await expect(main().getByRole('link', { name: threads[0] as string })).toBeVisible()
  await button('Columns').press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Deployment' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(main().getByRole('columnheader', { name: 'Deployment' })).toHaveCount(0)
  await button('Views').press('Enter')
  await page.getByRole('menuitem', { name: 'Save as a view…' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Lost furniture')
  await page.keyboard.press('Enter')
  await expect(button('View: Lost furniture')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  // Elsewhere, and back by the palette.
  await page.goto(`${server.url}/deployments`)
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lost furn')
  const option = page.getByRole('option', { name: /Lost furniture/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(button('View: Lost furniture')).toBeVisible()
  await expect(main().getByRole('columnheader', { name: 'Deployment' })).toHaveCount(0)
  const links = threads.map((name) => main().getByRole('link', { name }))
  await links[0]?.focus()
  await page.keyboard.press('x')
  const bar = main().getByRole('toolbar', { name: 'The chosen threads' })
  await expect(bar).toContainText('1 chosen')
  await links[1]?.focus()
  await page.keyboard.press('x')
  await expect(bar).toContainText('2 chosen')
  expect(await accessibilityFaults(page)).toEqual([])
  await bar.getByRole('button', { name: 'Delete…' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete 2 threads?' })
  await question.getByRole('button', { name: 'Delete 2 threads' }).press('Enter')
  const told = page.getByRole('dialog', { name: '2 deleted' })
  await told.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(links[0] as NonNullable<(typeof links)[0]>).toHaveCount(0)
  await expect(links[2] as NonNullable<(typeof links)[0]>).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(page.getByText('Brought back 2 threads')).toBeVisible()
  await expect(links[0] as NonNullable<(typeof links)[0]>).toBeVisible()
})

test('at 390 px a name in Hebrew is cut at its end', async () => {
  const name = 'בדיקות קבלה לגרסה 12 של העוזר הארוך מאוד של שירות הלקוחות'
  await server.api('/gateway/qa/suites', { method: 'POST', body: { name, description: name } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/qa/suites`)
  await settled(page)
  const spaceBeforeFirst = await main()
    .getByRole('link', { name })
    .evaluate((link) => {
      const first = document.createRange()
      first.setStart(link.firstChild as Node, 0)
      first.setEnd(link.firstChild as Node, 1)
      return link.getBoundingClientRect().right - first.getBoundingClientRect().right
    })
  expect(spaceBeforeFirst).toBeGreaterThanOrEqual(-1)
})

test('at 390 px a view is one press away, all is shown, and nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/threads`)
  await settled(page)
  await expect(button('Columns')).toBeHidden()
  await button('Views').click()
  await page.getByRole('menuitemradio', { name: 'Lost furniture' }).click()
  await expect(page).toHaveURL(/text=where/)
  await expect(main().getByRole('link', { name: threads[2] as string })).toBeVisible()
  // 33.2.7: a list of all deployments shows which one it is, on a phone as well.
  const deployment = main().getByRole('row').getByRole('link', { name: 'examples', exact: true })
  await expect(deployment.first()).toBeVisible()
  await page.goto(`${server.url}/runs`)
  await settled(page)
  await expect(deployment.first()).toBeVisible()
  const box = main()
    .getByRole('checkbox', { name: /^Choose run / })
    .first()
  await box.check()
  const bar = main().getByRole('toolbar', { name: 'The chosen runs' })
  await expect(bar).toContainText('1 chosen')
  await expect(bar).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await accessibilityFaults(page)).toEqual([])
  await bar.getByRole('button', { name: /^Clear/ }).click()
  await expect(bar).toHaveCount(0)
})
