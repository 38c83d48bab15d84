import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Embed } from '../../src/contract/embeds/embeds.ts'
import { componentProject } from '../helpers/component-project.ts'
import { makeRepository } from '../helpers/git.ts'
import { deployed } from './served.ts'
import { axe, box, launcher, say, startWidgetSite, type WidgetSite } from './widget-site.ts'

/** 36.3: what an agent says by components of its project, in an embedded chat on somebody else's site. */

let site: WidgetSite
let folder: string
let settings: Partial<Embed>

test.beforeAll(async () => {
  site = await startWidgetSite()
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-widget-components-'))
  const repository = await makeRepository(path.join(folder, 'agent'), componentProject())
  const { id } = await deployed(site.server, 'weather', repository.folder)
  settings = { deployment_id: id, assistant_id: 'agent', shows_components: true }
})
test.afterAll(async () => {
  await site?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function open(page: Page, address: string, more: Partial<Embed> = {}, head = '') {
  const embed = await site.newEmbed({ ...settings, ...more })
  await site.visit(page, address, { body: `<h1>Shop</h1>${site.script(embed)}`, head })
  await launcher(page).click()
  await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
}

const frameOf = (page: Page, name: string) =>
  page.frameLocator(`iframe[title="Content of the kind “${name}”"]`)

test('a component is drawn in the answer, works, speaks for its visitor, and is there after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, '/components', { theme: 'dark' })
  await say(page, 'hello')
  const frame = frameOf(page, 'weather')
  await expect(frame.getByRole('heading', { name: 'Oslo' })).toBeVisible()
  await expect(frame.getByText('7 degrees')).toBeVisible()
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(frame.locator('section')).toHaveCSS('border-top-left-radius', '12px')
  await frame.getByRole('button', { name: 'Pressed 0' }).focus()
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  await frame.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(box(page).getByText('And tomorrow?', { exact: true })).toBeVisible()
  const both = box(page).locator('iframe')
  await expect(both).toHaveCount(2)
  await expect(both.last().contentFrame().getByText('4 messages')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(both).toHaveCount(2)
  await expect(both.first().contentFrame().getByText('7 degrees')).toBeVisible()
})

test('code of a component reaches nothing of the site, the chat or the server', async ({
  page,
}) => {
  await open(page, '/hostile-component')
  await say(page, 'draw hostile')
  await expect(frameOf(page, 'hostile').getByRole('listitem')).toHaveText([
    'page kept',
    'cookies kept',
    'storage kept',
    'network kept',
    'picture kept',
    'top kept',
    'worker kept',
  ])
  await expect(box(page).getByText('unasked')).toHaveCount(0)
})

test('one that cannot be drawn is named without the reason, and drawn when that is asked for', async ({
  page,
}) => {
  await open(page, '/broken-component')
  const isCode = /\/components\?name=/
  await page.route(isCode, (route) => route.abort())
  await say(page, 'hello')
  await expect(box(page).getByText('Content of the kind “weather”')).toBeVisible()
  await page.unroute(isCode)
  await box(page).getByRole('button', { name: 'Try again' }).click()
  await expect(frameOf(page, 'weather').getByText('7 degrees')).toBeVisible()
  await say(page, 'draw fragile')
  await expect(box(page).getByText('Content of the kind “fragile”')).toBeVisible()
  await expect(box(page).getByText('It is broken.')).toHaveCount(0)
})

test('a site with a policy names the server in one more directive', async ({ page }) => {
  const server = site.server.url
  const policy = `default-src 'none'; script-src ${server}; connect-src ${server}; frame-src ${server}`
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`
  await open(page, '/policy-component', {}, head)
  await say(page, 'hello')
  await expect(frameOf(page, 'weather').getByText('7 degrees')).toBeVisible()
})

test('where a site forbids frames, a component is named', async ({ page }) => {
  const head = `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`
  await open(page, '/no-frames', {}, head)
  await say(page, 'hello')
  await expect(box(page).getByText('Content of the kind “weather”')).toBeVisible()
  await expect(box(page).locator('iframe')).toHaveCount(0)
})

test('the page for frames draws them too', async ({ page }) => {
  const embed = await site.newEmbed(settings)
  const address = `${site.server.url}/embed/${embed.key}`
  await site.visit(
    page,
    '/framed',
    `<iframe src="${address}" title="Chat" width="390" height="700"></iframe>`,
  )
  const chat = page.frameLocator('iframe[title="Chat"]')
  const field = chat.getByRole('textbox', { name: 'Write a message' })
  await field.fill('hello')
  await field.press('Enter')
  const frame = chat.frameLocator('iframe[title="Content of the kind “weather”"]')
  await expect(frame.getByText('7 degrees')).toBeVisible()
})
