import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Embed } from '../../src/contract/embeds/embeds.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults } from './page-checks.ts'
import { served } from './served.ts'

/** What a page of a foreign site is: its body, or more. */
export interface HostPage {
  body: string
  head?: string
  headers?: Record<string, string>
}

/** A server with the examples deployed, and a foreign site whose pages hold its chats. */
export async function startWidgetSite() {
  const server = await startConsole()
  const pages = new Map<string, HostPage>()
  const files = new Map<string, string>()
  const site = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const file = files.get(pathname)
    const page = pages.get(pathname)
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(file)
      return
    }
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...page?.headers,
    })
    response.end(
      `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Shop</title>${page?.head ?? ''}</head><body>${page?.body ?? ''}</body></html>`,
    )
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  // Another name than the server's: another site for the browser.
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`

  return {
    server,
    origin,
    script: (embed: Pick<Embed, 'key'> | null, attributes = '') =>
      `<script src="${server.url}/widget.js"${embed ? ` data-embed="${embed.key}"` : ''} ${attributes}></script>`,
    file: (path: string, text: string) => void files.set(path, text),
    /** Goes to a page of the site that is there from now on, as somebody whose chat is closed. */
    async visit(page: Page, path: string, content: HostPage | string) {
      // A page that was not visited yet has no storage.
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
      pages.set(path, typeof content === 'string' ? { body: content } : content)
      await page.goto(origin + path)
    },
    newEmbed: (settings: Partial<Embed> = {}) => newEmbed(server, origin, settings),
    async operator<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      return (await operator(server, method, path, body)) as Answer
    },
    async stop() {
      site.closeAllConnections()
      site.close()
      await server.stop()
    },
  }
}
export type WidgetSite = Awaited<ReturnType<typeof startWidgetSite>>

async function operator(server: ConsoleServer, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.url}/gateway/embeds${path}`, {
    method,
    headers: { origin: server.url, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response.status === 204 ? null : response.json()
}

/** The example that answers from the documentation, open to the foreign site. */
async function newEmbed(server: ConsoleServer, origin: string, settings: Partial<Embed>) {
  const deployment = await served(server)
  return (await operator(server, 'POST', '', {
    name: 'Shop',
    connection_id: 'local',
    deployment_id: deployment.id,
    assistant_id: 'guide',
    allowed_origins: [origin, 'null'],
    title: 'Lumen support',
    greeting: 'Hello from Lumen.',
    suggestions: ['How do I cancel a run?'],
    color: '#8a4f2d',
    visitor_messages_per_minute: 100,
    ...settings,
  })) as Embed
}

type Within = Pick<Page | Locator, 'getByRole'>

export const launcher = (page: Within) => page.getByRole('button', { name: 'Open chat' })
export const box = (page: Within) => page.getByRole('region', { name: 'Lumen support' })
export const rated = (page: Within) => box(page).getByRole('button', { name: 'Good answer' })

/** Writes a message and sends it by the Enter key. */
export async function say(page: Within, text: string): Promise<void> {
  const field = box(page).getByRole('textbox', { name: 'Write a message' })
  await field.fill(text)
  await field.press('Enter')
}

/** Opens the bubble and has the suggested question answered. */
export async function openAndAsk(page: Within): Promise<void> {
  await launcher(page).click()
  await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
  await box(page).getByRole('button', { name: 'How do I cancel a run?' }).click()
  await expect(rated(page)).toBeVisible()
  await expect(box(page)).toContainText('rollback')
}

/** What axe finds wrong in the chat. */
export const axe = (page: Page) => accessibilityFaults(page, 'quarterdeck-chat')
