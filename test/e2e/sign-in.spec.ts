import { expect, test } from '@playwright/test'
import {
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../server/control-plane/openid-provider.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'

/** Signing in by a provider on another site, whose cookies and redirects a browser treats as such. */

let server: ConsoleServer
let provider: OpenIdProvider
test.beforeAll(async () => {
  const redirectUris: string[] = []
  const signedOutUris: string[] = []
  provider = await startOpenIdProvider({
    redirectUris,
    signedOutUris,
    host: 'localhost',
    people: { ada: { preferred_username: 'ada', groups: ['deck-admins'] } },
  })
  server = await startConsole([], {
    QUARTERDECK_OIDC_NAME: 'Acme',
    QUARTERDECK_OIDC_ISSUER: provider.issuer,
    QUARTERDECK_OIDC_CLIENT_ID: 'basic',
    QUARTERDECK_OIDC_CLIENT_SECRET: clientSecret,
    QUARTERDECK_OIDC_ROLES: 'deck-admins=admin',
    QUARTERDECK_PASSWORD_SIGN_IN: 'false',
  })
  redirectUris.push(`${server.url}/gateway/session/provider/callback`)
  signedOutUris.push(`${server.url}/`)
})
test.afterAll(async () => {
  await server?.stop()
  await provider?.close()
})

test('leads to the page that was asked for, and signs out at the provider too', async ({
  page,
}) => {
  await page.goto(`${server.url}/c/local/settings/users`)
  const link = page.getByRole('link', { name: 'Sign in with Acme' })
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await link.press('Enter')
  await page.getByPlaceholder('Enter any login').fill('nobody')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('you have no role here')

  // Who was refused is signed in at the provider still.
  await page.context().clearCookies({ domain: 'localhost' })
  await link.click()
  await page.getByPlaceholder('Enter any login').fill('ada')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${server.url}/c/local/settings/users`)
  await expect(page.getByRole('row', { name: /ada.*by Acme/ })).toContainText('Administrator')

  await page.getByRole('button', { name: /Local stack/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(link).toBeVisible()
  // There too: otherwise nobody would be asked.
  await link.click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})
