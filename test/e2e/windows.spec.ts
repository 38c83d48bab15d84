import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { test } from './filled-console.ts'
import { settled } from './page-checks.ts'
import { menuFaults, windowFaults } from './windows.ts'
import {
  cancelFaults,
  interruptFaults,
  leaveFaults,
  replayFaults,
  signInFaults,
} from './windows-at-work.ts'

/** Every menu and window takes focus, keeps it, closes by Esc and gives it back; those of the pages are looked at in `every-page.spec.ts`. */

test.describe.configure({ mode: 'parallel' })

test('the menus and windows of the frame around the pages take focus, keep it, close by Esc and give it back', async ({
  browser,
  filled,
}) => {
  const page = await filled.signedIn(browser, 'admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${filled.server.url}/settings`)
  await settled(page)
  expect.soft(await menuFaults(page, page.locator('body'), new Set())).toEqual([])
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
  await page.goto(filled.url('thread'))
  for (const words of ['Threads', 'Show the inspector']) {
    const opener = page.getByRole('main').getByRole('button', { name: words, exact: true })
    const open = () => opener.press('Enter')
    expect.soft(await windowFaults(page, words, open, opener)).toEqual([])
  }
  await page.context().close()
})

/** The built file that holds the question before something is lost, whatever else is in it. */
async function fileOfTheQuestion(): Promise<string> {
  const assets = path.join(import.meta.dirname, '../../dist/console/assets')
  for (const name of await readdir(assets)) {
    if (!name.endsWith('.js')) continue
    if (/role:.alertdialog/.test(await readFile(path.join(assets, name), 'utf8'))) return name
  }
  throw new Error('No file of the console asks by an alertdialog.')
}

test('who leaves typed text stays where the question could not be fetched, and is asked when it can', async ({
  browser,
  filled,
}) => {
  const page = await filled.signedIn(browser, 'admin')
  const question = `**/assets/${await fileOfTheQuestion()}`
  await page.route(question, (route) => route.abort())
  await page.goto(`${filled.server.url}/embeds/new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('half-done')
  const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' })
  await away.click()
  await expect(page.getByText('something on it is not saved')).toBeVisible()
  expect(page.url()).toContain('/embeds/new')
  await expect(name).toHaveValue('half-done')
  await page.unroute(question)
  await away.click()
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await asked.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/runs/)
  await page.context().close()
})

test('the sign-in takes focus, also after a wrong password, and gives it to the page', async ({
  browser,
  filled,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  expect(await signInFaults(stranger, filled.server, filled.password)).toEqual([])
  await stranger.context().close()
})

const atWork = {
  'leaving a form': leaveFaults,
  'a stream that is played again': replayFaults,
  'stopping runs': cancelFaults,
  'interrupting a rollout': interruptFaults,
}
for (const [what, faultsOf] of Object.entries(atWork)) {
  test(`the windows of ${what} take focus, keep it, close by Esc and give it back`, async ({
    browser,
    filled,
  }) => {
    const page = await filled.signedIn(browser, 'admin')
    expect(await faultsOf(page, filled)).toEqual([])
    await page.context().close()
  })
}
