import { expect, type Page, test } from '@playwright/test'
import {
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../server/control-plane/openid-provider.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'

/** The test of a provider, with a provider that asks a person. */

let server: ConsoleServer
let provider: OpenIdProvider
test.beforeAll(async () => {
  server = await startConsole()
  const redirectUris = [`${server.url}/api-host/v2/auth/callback/acme`]
  provider = await startOpenIdProvider({ redirectUris })
  await server.api('/api-host/v2/auth/providers', {
    method: 'POST',
    body: {
      provider_id: 'acme',
      name: 'Acme',
      client_id: 'post',
      client_secret: clientSecret,
      auth_url: `${provider.issuer}/auth`,
      token_url: `${provider.issuer}/token`,
    },
  })
})
test.afterAll(async () => {
  await server?.stop()
  await provider?.close()
})

/** Starts the test on the page of the provider, and follows its link as a person does. */
async function atTheProvider(page: Page, scopes: string): Promise<Page> {
  await page.getByRole('textbox', { name: 'Scopes' }).fill(scopes)
  await page.getByRole('button', { name: /^(Start the test|Test again)$/ }).click()
  await expect(page.getByText('Waiting for the person to come back…')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open' }).click()
  return opened
}

test('§2.1 the test of a provider follows a person who agrees, and one who does not', async ({
  page,
}) => {
  await page.goto(`${server.url}/oauth-providers/acme`)
  await expect(page.getByText('Nobody has given access by this provider yet.')).toBeVisible()
  const agreeing = await atTheProvider(page, 'read')
  await agreeing.getByPlaceholder('Enter any login').fill('ada')
  await agreeing.getByPlaceholder('and password').fill('any')
  await agreeing.getByRole('button', { name: 'Sign-in' }).click()
  await agreeing.getByRole('button', { name: 'Continue' }).click()
  await expect(agreeing.getByRole('heading', { name: 'Connected to Acme' })).toBeVisible()
  await agreeing.close()
  await expect(page.getByText('The authorization works')).toBeVisible()
  const given = page.getByRole('list', { name: 'Access given' })
  await expect(given.getByRole('listitem')).toContainText(['console-test'])

  const refusing = await atTheProvider(page, 'read write')
  await refusing.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(refusing.getByRole('heading', { name: 'No access was granted' })).toBeVisible()
  await refusing.close()
  await expect(page.getByText('The authorization failed')).toBeVisible()
  await expect(given.getByRole('listitem')).toHaveCount(1)
})
