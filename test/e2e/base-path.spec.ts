import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { served } from './served.ts'

/** As a team has it: below a path, behind a reverse proxy, with a password. */

const password = 'open sesame'
const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-base-path-'))
let server: ConsoleServer
let proxy: http.Server
let page: Page
let deploymentId: string
/** What a browser asked of the proxy that is not Quarterdeck's. */
const strays: string[] = []

const listening = (one: http.Server) =>
  new Promise<number>((resolve) => {
    one.listen(0, '127.0.0.1', () => resolve((one.address() as AddressInfo).port))
  })

/** Passes paths and the host on unchanged, as the operator's guide says. */
function reverseProxy(port: () => number): http.Server {
  return http.createServer((request, response) => {
    const path = request.url ?? '/'
    if (!path.startsWith('/deck/')) strays.push(path)
    const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.1' }
    const passed = http.request(
      { host: '127.0.0.1', port: port(), path, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  const taken = http.createServer()
  const port = await listening(taken)
  proxy = reverseProxy(() => port)
  const origin = `http://127.0.0.1:${await listening(proxy)}`
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      public_url: origin,
      base_path: '/deck',
      password,
      trusted_proxies: ['loopback'],
    }),
  )
  await new Promise((resolve) => taken.close(resolve))
  server = await startConsole(['--port', String(port), '--config', config])
  expect(server.url).toBe(origin)
  deploymentId = (await served(server, 'examples', '/deck')).id
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
  strays.length = 0
})

test.afterAll(async () => {
  await page?.context().close()
  await server?.stop()
  proxy?.closeAllConnections()
  await new Promise((resolve) => proxy?.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

test('an address below the path asks for the password first, and is shown after it', async () => {
  await page.goto(`${server.url}/deck/deployments/${deploymentId}`)
  const field = page.getByLabel('Password')
  await field.fill('open barley')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The password is not right.')).toBeVisible()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'examples', level: 1 })).toBeVisible()
  const cookies = await page.context().cookies(`${server.url}/deck/gateway/session`)
  expect(cookies.map((cookie) => cookie.path).sort()).toEqual([
    '/deck/gateway',
    // By which a browser that was signed in before is known.
    '/deck/gateway/session',
  ])
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
})

test('a copied link leads back to what it was copied from', async () => {
  await page.goto(`${server.url}/deck/deployments/${deploymentId}/assistants`)
  await page.getByRole('link', { name: 'guide', exact: true }).click()
  await page.getByRole('button', { name: 'More about this assistant' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied the link')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`${server.url}/deck/c/local/deployments/${deploymentId}/assistants/`)
  const other = await page.context().newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'guide', exact: true })).toBeVisible()
  await other.close()
})

test('a conversation streams, and its answer can be rated', async () => {
  await page.goto(`${server.url}/deck/deployments/${deploymentId}/threads/new`)
  await page.getByRole('textbox', { name: 'Message' }).fill('What is a revision?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/^Done/)
  await page.getByRole('button', { name: 'Good answer' }).click()
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveText('Recorded')
  const { body } =
    await server.api<{ feedback_source: { type: string } }[]>('/deck/api/v1/feedback')
  expect(body).toMatchObject([
    { feedback_source: { type: 'app', metadata: { client: 'console' } } },
  ])
  await page.reload()
  await expect(page.getByRole('log')).toContainText('What is a revision?')
})

test('nothing was asked for outside of the path', () => {
  expect(strays).toEqual([])
})
