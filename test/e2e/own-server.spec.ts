import { expect, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'

/** A server without a password belongs to whoever started it: its address signs in, in a browser as a person has it. */

let server: ConsoleServer
test.beforeAll(async () => {
  server = await startConsole([], { QUARTERDECK_AUTH: 'true', QUARTERDECK_EXAMPLES: 'false' })
})
test.afterAll(() => server?.stop())

/** As the terminal shows it. */
async function signInAddress(): Promise<string> {
  const { status, body } = await server.api<{ url: string }>('/gateway/session/addresses', {
    method: 'POST',
  })
  expect(status).toBe(201)
  return body.url
}

test('its address opens the console signed in, once, and is no secret afterwards', async ({
  browser,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''))
  const address = await signInAddress()
  const [, token = ''] = address.split('#sign-in=')
  await page.goto(address.replace('/#', '/settings/users#'))
  await page.getByText('This server belongs to whoever started it').waitFor()
  expect(page.url()).toBe(`${server.url}/c/local/settings/users`)
  expect(asked.join('\n')).not.toContain(token)
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  const tab = await page.context().newPage()
  await tab.goto(`${server.url}/deployments`)
  await tab.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor()
  // Once more in the same browser, as from a terminal's history: nobody is stopped who is signed in.
  await tab.goto(`${server.url}/connections#sign-in=${token}`)
  await tab.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
  expect(tab.url()).toBe(`${server.url}/c/local/connections`)

  const stranger = await browser.newPage()
  await stranger.goto(address)
  await expect(stranger.getByRole('alert')).toContainText('it was used before')
  await expect(stranger.getByText('quarterdeck.mjs open')).toBeVisible()
  expect(stranger.url()).not.toContain(token)
  await stranger.close()

  await server.kill()
  await server.startAgain()
  await page.goto(`${server.url}/deployments`)
  await page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor()

  await page.getByRole('button', { name: /Local stack/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('quarterdeck.mjs open')).toBeVisible()
})

test('without an address the page says how to get in', async ({ page }) => {
  await page.goto(`${server.url}/deployments`)
  await expect(page.getByText('This console belongs to whoever started it')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a server that is open to its machine says so on every page', async ({ page }) => {
  const open = await startConsole(['--no-auth'], { QUARTERDECK_EXAMPLES: 'false' })
  await page.goto(`${open.url}/deployments`)
  const mark = page.getByRole('link', { name: 'No sign-in' })
  await mark.click()
  await expect(page.getByText('Nobody has to sign in here')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(mark).toBeVisible()
  await open.stop()
})
