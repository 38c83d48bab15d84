import { expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'

/** A page belongs to the server that its address names: two tabs on two servers stay on theirs. */

let server: ConsoleServer
let secondId: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  server = await startConsole()
  const { body } = await server.api<{ id: string }>('/gateway/connections', {
    method: 'POST',
    body: {
      name: 'Second',
      kind: 'self_hosted',
      base_url: `${server.url}/api-host`,
      api_key: server.apiKey,
      color: 'red',
    },
  })
  secondId = body.id
})
test.afterAll(() => server?.stop())

const pathOf = (page: Page) => new URL(page.url()).pathname
const card = (page: Page) => page.getByRole('button', { name: /switch connection/ })

test('a tab stays on its server whatever another one chooses', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await one.goto(`${server.url}/`)
  await expect(one).toHaveTitle('Overview · Local stack · Quarterdeck')
  expect(pathOf(one)).toBe('/c/local/overview')
  await other.goto(`${server.url}/`)
  await card(other).click()
  await other.getByRole('menuitemradio', { name: /Second/ }).click()
  await expect(other).toHaveTitle('Deployments · Second · Quarterdeck')
  expect(pathOf(other)).toBe(`/c/${secondId}/deployments`)

  await one.getByRole('link', { name: 'Embeds' }).click()
  await expect(one).toHaveTitle('Embeds · Local stack · Quarterdeck')
  await one.reload()
  await expect(one).toHaveTitle('Embeds · Local stack · Quarterdeck')
  await other.reload()
  await expect(card(other)).toContainText('Second')

  // A link of one tab leads to its server in every other.
  const link = one.url()
  await other.goto(link)
  await expect(card(other)).toContainText('Local stack')
  // One of before leads to the server that was used last.
  await other.goto(`${server.url}/embeds?name=x#y`)
  await expect(other).toHaveURL(`${server.url}/c/local/embeds?name=x#y`)
  await other.goBack()
  expect(other.url()).toBe(link)
})

test('an address of a server that is not known leads to those that are', async ({ page }) => {
  await page.goto(`${server.url}/c/gone/deployments`)
  await expect(page.getByText(/belongs to a connection “gone”/)).toBeVisible()
  await page.getByRole('button', { name: 'Open Second' }).click()
  await expect(card(page)).toContainText('Second')
})

test('a server that is marked as production is named before anything is lost', async ({ page }) => {
  await page.goto(`${server.url}/c/local/connections/local/edit`)
  await expect(page.getByText('The local stack is always there')).toBeVisible()
  await page.getByRole('radio', { name: 'Amber' }).check({ force: true })
  await page.getByRole('checkbox', { name: /^Production/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved Local stack')).toBeVisible()
  await expect(card(page)).toContainText('Production · 127.0.0.1')
  await expect(page.getByTitle('Local stack, marked as production')).toBeVisible()

  await page.goto(`${server.url}/c/local/connections/${secondId}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'You are on Local stack, which is marked as production',
  )
  await page.goto(`${server.url}/c/${secondId}/connections/${secondId}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The console forgets the server')
  await expect(page.getByRole('alertdialog')).not.toContainText('production')
})
