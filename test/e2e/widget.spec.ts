import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import type { Deployment } from '../../src/contract/deployments.ts'
import type { Embed } from '../../src/contract/embeds.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'

let server: ConsoleServer
let host: { origin: string; close(): void }
let embed: Embed

/** What a page of a foreign site holds, by its address; `csp` names its policy. */
const pages: Record<string, (key: string) => string> = {
  '/plain': (key) => `<h1>Lumen &amp; Clay</h1>${script(key)}`,
  '/inline': (key) =>
    `${script()}<quarterdeck-chat embed="${key}" placement="inline"></quarterdeck-chat>`,
  '/two': (key) => `${script()}
    <quarterdeck-chat embed="${key}" placement="inline"></quarterdeck-chat>
    <quarterdeck-chat embed="${key}" placement="inline"></quarterdeck-chat>`,
  '/frame': (key) =>
    `<iframe src="${server.url}/embed/${key}" title="Chat" width="420" height="640"></iframe>`,
  '/sandbox': (key) =>
    `<iframe sandbox="allow-scripts" title="Chat" width="460" height="700" srcdoc='${script(key)}'></iframe>`,
  '/hostile': (key) => `<style>
      * { all: unset !important; color: red !important; font-size: 40px !important }
      html { overflow: hidden !important }
      body { display: block !important; transform: rotate(3deg) scale(0.7) !important; height: 300px !important }
      div, button, textarea, quarterdeck-chat { display: none !important; z-index: -1 !important }
      .over { display: block !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: rgb(0 200 0 / 0.3) !important }
    </style><p>Hostile</p><span class="over"></span>
    <script>
      Object.prototype.polluted = () => 'x'
      Array.prototype.extra = 1
    </script>${script(key)}`,
}

const script = (key?: string) =>
  `<script src="${server.url}/widget.js"${key ? ` data-embed="${key}"` : ''}></script>`

test.beforeAll(async () => {
  server = await startConsole()
  const site = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const page = pages[pathname]
    const policy = searchParams.get('csp')
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy ? { 'content-security-policy': policy } : {}),
    })
    const body = page?.(embed.key) ?? ''
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><body>${body}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  host = { origin: `http://localhost:${port}`, close: () => site.close() }
  embed = await newEmbed()
})
test.afterAll(async () => {
  host.close()
  await server.stop()
})

/** The example that answers from the documentation, open to the foreign site. */
async function newEmbed(settings: Partial<Embed> = {}): Promise<Embed> {
  const deployment = await deployedExamples()
  const response = await fetch(`${server.url}/gateway/embeds`, {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Shop',
      connection_id: 'local',
      deployment_id: deployment.id,
      assistant_id: 'guide',
      allowed_origins: [host.origin, 'null'],
      title: 'Lumen support',
      greeting: 'Hello from Lumen.',
      suggestions: ['How do I cancel a run?'],
      color: '#8a4f2d',
      visitor_messages_per_minute: 100,
      ...settings,
    }),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as Embed
}

async function deployedExamples(): Promise<Deployment> {
  let found: Deployment | undefined
  await expect
    .poll(
      async () => {
        const list = await server.api<{ resources: Deployment[] }>('/api-host/v2/deployments')
        found = list.body.resources.find((one) => one.active_revision_id !== null)
        return found?.active_revision_id ?? null
      },
      { timeout: 60_000 },
    )
    .not.toBeNull()
  return found as Deployment
}

const visit = (page: Page, path: string) => page.goto(host.origin + path)
const box = (page: Page) => page.getByRole('region', { name: 'Lumen support' })

async function openAndAsk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
  await box(page).getByRole('button', { name: 'How do I cancel a run?' }).click()
  await expect(box(page).getByRole('button', { name: 'Good answer' })).toBeVisible()
  await expect(box(page)).toContainText('rollback')
}

async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include('quarterdeck-chat').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

test('§4.3 a visitor asks on a foreign page, rates, changes their mind, and finds it all again', async ({
  page,
}) => {
  await visit(page, '/plain')
  await openAndAsk(page)
  await box(page).getByRole('button', { name: 'Good answer' }).click()
  await expect(box(page).getByRole('button', { name: 'Good answer' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await box(page).getByRole('button', { name: 'Bad answer' }).click()
  await box(page).getByPlaceholder('Optional comment').fill('too long')
  await box(page).getByRole('button', { name: 'Send comment' }).click()
  await expect(box(page).getByText('Thank you.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const votes =
    await server.api<{ score: number; comment: string; metadata: { embed_id: string } }[]>(
      '/api/v1/feedback',
    )
  expect(votes.body).toMatchObject([
    { score: -1, comment: 'too long', metadata: { embed_id: embed.id } },
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(box(page)).toContainText('rollback')
  await expect(box(page).getByRole('button', { name: 'Bad answer' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
  await box(page).getByRole('button', { name: 'Earlier conversations' }).click()
  await box(page)
    .getByRole('button', { name: /How do I cancel a run/ })
    .click()
  await expect(box(page)).toContainText('rollback')
})

test('works by keyboard alone', async ({ page }) => {
  await visit(page, '/plain')
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('What is a rollback?')
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('button', { name: 'Good answer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused()
})

for (const policy of [
  null,
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' SERVER; connect-src SERVER",
]) {
  test(`looks and works the same on a hostile page${policy ? ' with a strict policy' : ''}`, async ({
    page,
  }) => {
    const csp = policy ? `?csp=${encodeURIComponent(policy.replaceAll('SERVER', server.url))}` : ''
    await visit(page, `/plain${csp}`)
    const launcher = page.getByRole('button', { name: 'Open chat' })
    const look = () =>
      launcher.evaluate((element) => {
        const { width, height, backgroundColor, borderRadius } = getComputedStyle(element)
        const { right, bottom } = element.getBoundingClientRect()
        return { width, height, backgroundColor, borderRadius, right, bottom }
      })
    await expect(launcher).toBeVisible()
    const plain = await look()
    await visit(page, `/hostile${csp}`)
    await expect(launcher).toBeVisible()
    expect(await look()).toEqual(plain)
    await openAndAsk(page)
    const text = box(page).getByText('How do I cancel a run?').first()
    expect(await text.evaluate((element) => getComputedStyle(element).fontSize)).toBe('14px')
  })
}

test('two on one page do not meet, and what is destroyed leaves nothing behind', async ({
  page,
}) => {
  await visit(page, '/two')
  const boxes = page.getByRole('region', { name: 'Lumen support' })
  await expect(boxes).toHaveCount(2)
  await boxes.nth(0).getByRole('textbox').fill('only here')
  await expect(boxes.nth(1).getByRole('textbox')).toHaveValue('')
  const left = await page.evaluate(() => {
    for (const element of document.querySelectorAll('quarterdeck-chat')) {
      ;(element as HTMLElement & { destroy(): void }).destroy()
    }
    return document.body.innerHTML.includes('quarterdeck')
  })
  expect(left).toBe(false)
})

test('adds one name to the page, and keeps no task over 50 ms before it is opened', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const names = new Set(Object.getOwnPropertyNames(window))
    const tasks: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ type: 'longtask' })
    Object.assign(window, {
      added: () =>
        Object.getOwnPropertyNames(window).filter((name) => !names.has(name) && name !== 'added'),
    })
  })
  await visit(page, '/plain')
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
  const added = await page.evaluate(() => (window as unknown as { added(): string[] }).added())
  expect(added).toEqual(['Quarterdeck'])
})

test('is a page of its own for frames, and works where storage is blocked', async ({ page }) => {
  for (const path of ['/frame', '/sandbox']) {
    await visit(page, path)
    const frame = page.frameLocator('iframe')
    if (path === '/sandbox') await frame.getByRole('button', { name: 'Open chat' }).click()
    await frame.getByRole('button', { name: 'How do I cancel a run?' }).click()
    await expect(frame.getByRole('button', { name: 'Good answer' })).toBeVisible()
  }
})

test('says in the box why a page is refused', async ({ page }) => {
  const closed = await newEmbed({ allowed_origins: [] })
  const present = embed
  embed = closed
  try {
    await visit(page, '/inline')
    await expect(page.getByRole('alert')).toContainText('not open to')
  } finally {
    embed = present
  }
})

test('keeps what was typed while the network is gone, and full screen on a phone', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/plain')
  await page.getByRole('button', { name: 'Open chat' }).click()
  const region = await box(page).boundingBox()
  expect(region).toMatchObject({ x: 0, y: 0, width: 360, height: 740 })
  await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
  await context.setOffline(true)
  await box(page).getByRole('textbox').fill('Hello?')
  await expect(box(page).getByRole('alert').filter({ hasText: 'offline' })).toBeVisible()
  await expect(box(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await context.setOffline(false)
  await box(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(box(page).getByRole('button', { name: 'Good answer' })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('speaks the language of the page', async ({ page }) => {
  await page.addInitScript(() => document.documentElement.setAttribute('lang', 'de-AT'))
  await visit(page, '/plain')
  await page.evaluate(() => document.querySelector('quarterdeck-chat')?.remove())
  await page.evaluate(
    ({ key, url }) => {
      document.documentElement.lang = 'de-AT'
      ;(window as unknown as { Quarterdeck: { mount(options: object): void } }).Quarterdeck.mount({
        embed: key,
        server: url,
      })
    },
    { key: embed.key, url: server.url },
  )
  await page.getByRole('button', { name: 'Chat öffnen' }).click()
  await expect(box(page).getByPlaceholder('Nachricht schreiben')).toBeVisible()
})

test('does what the page asked for before the chat was there', async ({ page }) => {
  await visit(page, '/frame')
  await page.addScriptTag({ url: `${server.url}/widget.js` })
  await page.evaluate(
    ({ key, url }) => {
      type Chat = { send(text: string): void }
      const { Quarterdeck } = window as unknown as {
        Quarterdeck: { mount(options: object): Chat }
      }
      Quarterdeck.mount({ embed: key, server: url }).send('What is a rollback?')
    },
    { key: embed.key, url: server.url },
  )
  await expect(box(page).getByText('What is a rollback?').first()).toBeVisible()
  await expect(box(page).getByRole('button', { name: 'Good answer' })).toBeVisible()
})
