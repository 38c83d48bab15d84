import { expect, type Page, test } from '@playwright/test'
import type { Embed } from '../../src/contract/embeds/embeds.ts'
import {
  axe,
  box,
  launcher,
  openAndAsk,
  rated,
  say,
  startWidgetSite,
  type WidgetSite,
} from './widget-site.ts'

/** What a company's web developer needs before a chat goes live: fixed scripts, strict pages, other languages. */

let site: WidgetSite
test.beforeAll(async () => {
  site = await startWidgetSite()
})
test.afterAll(() => site?.stop())

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const teaser = 'Questions about your order?'
const words = (page: Page) => page.getByRole('button', { name: teaser })

/** The script at its own address, with its hash or another one. */
async function fixedScript(embed: Embed, integrity?: string): Promise<string> {
  const { body } = await site.server.api<{ path: string; integrity: string }>(
    '/gateway/widget-build',
  )
  return `<script src="${site.server.url}/${body.path}" integrity="${integrity ?? body.integrity}" crossorigin="anonymous" data-embed="${embed.key}" async></script>`
}
const strict = () => ({
  'content-security-policy': `default-src 'none'; script-src ${site.server.url}; connect-src ${site.server.url}; base-uri 'none'; require-trusted-types-for 'script'`,
})

test('the script is fixed by its hash, bubble and panel by the script, on a page with a strict policy', async ({
  page,
}) => {
  const embed = await site.newEmbed()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const body = await fixedScript(embed)
  await site.visit(page, '/fixed', { body, headers: strict() })
  await openAndAsk(page)
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])

  // A panel that is not the one of this script does not run.
  await page.route('**/widget/assets/panel-*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()};alert(1)` })
  })
  await site.visit(page, '/swapped', { body, headers: strict() })
  await launcher(page).click()
  await expect(page.getByRole('alert')).toContainText('is not what belongs to this script')
  await page.unrouteAll()

  // Nor does a bubble that is not: the page stays as it is, and is told why.
  const run: string[] = []
  page.on('dialog', (dialog) => {
    run.push(dialog.message())
    void dialog.dismiss()
  })
  await page.route('**/widget/assets/bubble-*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()};alert(1)` })
  })
  complaints.length = 0
  await site.visit(page, '/swapped-bubble', { body, headers: strict() })
  await expect
    .poll(() => complaints.filter((text) => text.includes('bubble')).join())
    .toContain('is not what belongs to this script')
  await expect(launcher(page)).toHaveCount(0)
  expect(run).toEqual([])
  await page.unrouteAll()

  const other = `sha384-${'A'.repeat(64)}`
  await site.visit(page, '/other', { body: await fixedScript(embed, other) })
  await expect
    .poll(() => complaints.filter((text) => text.includes('integrity')).length)
    .toBeGreaterThan(0)
  await expect(page.locator('quarterdeck-chat')).toHaveCount(0)
})

test('38.2: a nonce at its tag is enough for scripts, bubble and panel come by it', async ({
  page,
}) => {
  const embed = await site.newEmbed()
  const policy = `default-src 'none'; script-src 'nonce-r4nd0m' 'strict-dynamic'; connect-src ${site.server.url}; base-uri 'none'`
  const headers = { 'content-security-policy': policy }
  const blocked: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text())
  })
  const body = (attribute: string) => site.script(embed, attribute)
  await site.visit(page, '/nonce', { body: body('nonce="r4nd0m"'), headers })
  await openAndAsk(page)
  expect(blocked.filter((text) => !text.includes('favicon'))).toEqual([])
  await site.visit(page, '/without-nonce', { body: body(''), headers })
  await expect.poll(() => blocked.join()).toContain('script-src')
  await expect(page.locator('quarterdeck-chat')).toHaveCount(0)
})

test('38.2: where a policy keeps pictures out, the bubble has its balloon and a sent picture is offered', async ({
  page,
}) => {
  const launcher_icon_url = `data:image/png;base64,${pixel}`
  const embed = await site.newEmbed({ launcher_icon_url, file_types: ['image/*'] })
  const visit = async (address: string, pictures: string) => {
    const policy = `script-src ${site.server.url}; connect-src ${site.server.url}; img-src ${pictures}`
    const headers = { 'content-security-policy': policy }
    await site.visit(page, address, { body: site.script(embed), headers })
  }
  await visit('/no-pictures', "'self'")
  await expect(launcher(page).locator('svg')).toBeVisible()
  await expect(launcher(page).locator('img')).toHaveCount(0)
  await launcher(page).click()
  const choosing = page.waitForEvent('filechooser')
  await box(page).getByRole('button', { name: 'Attach files' }).click()
  const file = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await (await choosing).setFiles([file])
  await say(page, 'What is a rollback?')
  const own = box(page).locator('[part~=visitor]')
  await expect(own.getByText('Image')).toBeVisible()
  await expect(rated(page)).toBeVisible()
  await page.reload()
  await expect(rated(page)).toBeVisible()
  const saving = page.waitForEvent('download')
  await own.getByRole('button').click()
  expect((await saving).suggestedFilename()).toMatch(/\.png$/)
  await expect(own.locator('img')).toHaveCount(0)

  await visit('/pictures', "'self' data: blob:")
  await expect(launcher(page).locator('img')).toBeVisible()
  await launcher(page).click()
  await expect(own.locator('img')).toBeVisible()
})

test('a tag manager adds it late and twice, a router changes the page: one chat, counted by page', async ({
  page,
}) => {
  const embed = await site.newEmbed()
  await site.visit(page, '/app', '<h1>Shop</h1>')
  await page.evaluate(
    ([src, key]) => {
      for (let round = 0; round < 2; round += 1) {
        const script = document.createElement('script')
        script.src = src as string
        script.dataset.embed = key as string
        script.dataset.attributes = '{"plan":"gold"}'
        document.head.append(script)
      }
    },
    [`${site.server.url}/widget.js`, embed.key],
  )
  await openAndAsk(page)
  await expect(page.locator('quarterdeck-chat')).toHaveCount(1)
  await page.evaluate(() => {
    history.pushState(null, '', '/app/orders/4711000123?token=SECRET#step')
    document.body.replaceWith(document.createElement('body'))
  })
  await say(page, 'What is a rollback?')
  await expect(rated(page)).toHaveCount(2)
  await rated(page).last().click()
  const { origin } = site
  const pages = async () => {
    const path = `/${embed.id}/analytics`
    const { pages } = await site.operator<{ pages: object[] }>('GET', path)
    return pages
  }
  const counts = { visitors: 1, conversations: 1, messages: 1 }
  await expect.poll(pages).toEqual([
    { page: `${origin}/app/orders/*`, ...counts, votes: 1 },
    { page: `${origin}/app`, ...counts, votes: 0 },
  ])
})

test('words and a picture beside and on the bubble, away from the corner, put away for good', async ({
  page,
}) => {
  const embed = await site.newEmbed({
    teaser,
    launcher_icon_url: `data:image/png;base64,${pixel}`,
    offset_x: 40,
    offset_y: 90,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await site.visit(page, '/bubble', site.script(embed))
  await expect(words(page)).toBeVisible()
  await expect(launcher(page).locator('img')).toBeVisible()
  const place = await launcher(page).boundingBox()
  expect(place).toMatchObject({ x: 390 - 40 - 56, y: 844 - 90 - 56 })
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Hide this message' }).click()
  await expect(words(page)).toHaveCount(0)
  await page.reload()
  await expect(launcher(page)).toBeVisible()
  await expect(words(page)).toHaveCount(0)

  // Other words are shown again, until the chat is opened.
  const changed = await site.newEmbed({ teaser })
  await site.visit(page, '/words', site.script(changed))
  await words(page).focus()
  await page.keyboard.press('Enter')
  await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(launcher(page)).toBeVisible()
  await page.reload()
  await expect(launcher(page)).toBeVisible()
  await expect(words(page)).toHaveCount(0)
})

test('in Arabic and Hebrew it is written from right to left, with the embed’s words in them', async ({
  page,
}) => {
  const embed = await site.newEmbed({
    translations: [
      { language: 'ar', greeting: 'مرحبًا بك في **لومن**', suggestions: ['How do I cancel a run?'] },
      { language: 'he', greeting: 'שלום מ**לומן**' },
    ],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [language, open, send, greeting] of [
    ['ar', 'فتح المحادثة', 'إرسال', 'لومن'],
    ['he', 'פתיחת הצ׳אט', 'שליחה', 'לומן'],
  ] as const) {
    await site.visit(page, `/${language}`, site.script(embed, `data-language="${language}"`))
    await page.getByRole('button', { name: open }).click()
    await expect(box(page).locator('strong', { hasText: greeting })).toBeVisible()
    const field = await box(page).getByRole('textbox').boundingBox()
    const button = await box(page).getByRole('button', { name: send }).boundingBox()
    expect(button?.x).toBeLessThan(field?.x ?? 0)
    expect(await axe(page)).toEqual([])
  }
})

test('quick replies are buttons, by key too, and gone once one is used', async ({ page }) => {
  const embed = await site.newEmbed({ suggestions: [] })
  await site.visit(page, '/replies', site.script(embed))
  await launcher(page).click()
  await say(page, 'Hello')
  const replies = box(page).getByRole('list', { name: 'Suggested answers' })
  await expect(replies.getByRole('button')).toHaveCount(3)
  expect(await axe(page)).toEqual([])
  const first = replies.getByRole('button').first()
  const label = (await first.textContent()) ?? ''
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(replies).toHaveCount(0)
  await expect(box(page).getByRole('textbox', { name: 'Write a message' })).toBeFocused()
  await expect(box(page).locator('[part~=visitor]').last()).toContainText(label)
  await expect(rated(page)).toHaveCount(2)
})
