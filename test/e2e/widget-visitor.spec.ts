import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { recordBytes } from './recorded-bytes.ts'
import { axe, box, launcher, rated, say, startWidgetSite, type WidgetSite } from './widget-site.ts'

/** A visitor's whole life on a phone: agrees, asks, votes, keeps the conversation, has everything deleted. */

let site: WidgetSite
test.beforeAll(async () => {
  site = await startWidgetSite()
})
test.afterAll(() => site?.stop())

const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })
const privacy = {
  privacy_note: 'We keep it for a month: [privacy](https://shop.example.com/privacy).',
  asks_consent: true,
}
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const isGone = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).every(([, value]) => !value.includes('thread_id":"')),
  )

test('by touch', async ({ browser }) => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const embed = await site.newEmbed(privacy)
  await site.visit(page, '/touch', site.script(embed))
  await launcher(page).tap()
  await expect(box(page).getByRole('link', { name: 'privacy' })).toBeVisible()
  await expect(button(page, 'How do I cancel a run?')).toBeDisabled()
  await box(page).getByRole('textbox', { name: 'Write a message' }).fill('Hello')
  await expect(button(page, 'Send')).toBeDisabled()
  expect(await axe(page)).toEqual([])
  await button(page, 'I agree').tap()
  await expect(button(page, 'I agree')).toHaveCount(0)
  await button(page, 'How do I cancel a run?').tap()
  await expect(rated(page)).toBeVisible()
  await rated(page).tap()
  await expect(rated(page)).toHaveAttribute('aria-pressed', 'true')

  await button(page, 'More').tap()
  expect(await axe(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await box(page).getByRole('menuitem', { name: 'Download the conversation' }).tap()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Lumen support \d{4}-\d\d-\d\d\.txt$/)
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text).toContain(`Lumen support\n${site.origin}\n`)
  expect(text).toContain('You:\nHow do I cancel a run?\n\nLumen support:\n')
  // What was agreed to is agreed to, also after a reload.
  await page.reload()
  await expect(rated(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'I agree')).toHaveCount(0)

  await button(page, 'More').tap()
  await box(page).getByRole('menuitem', { name: 'Delete my data' }).tap()
  const question = box(page).getByRole('alertdialog', { name: 'Delete my data' })
  expect(await axe(page)).toEqual([])
  await page.route('**/visitor', (route) => route.abort())
  await question.getByRole('button', { name: 'Delete my data' }).tap()
  await expect(question.getByRole('alert')).toContainText('cannot be reached')
  await page.unroute('**/visitor')
  await question.getByRole('button', { name: 'Delete my data' }).tap()
  await expect(box(page).getByText('Your data is deleted.')).toBeVisible()
  await expect(button(page, 'I agree')).toBeVisible()
  expect(await isGone(page)).toBe(true)
  const votes = await site.server.api<{ metadata: { embed_id?: string } | null }[]>(
    '/api/v1/feedback?limit=100&include_superseded=true',
  )
  expect(votes.body.filter(({ metadata }) => metadata?.embed_id === embed.id)).toEqual([])
  expect(await axe(page)).toEqual([])
  await context.close()
})

test('by keyboard', async ({ browser }) => {
  const page = await browser.newPage({ viewport: phone.viewport })
  const embed = await site.newEmbed({ ...privacy, suggestions: [] })
  await site.visit(page, '/keys', site.script(embed))
  await launcher(page).focus()
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('textbox', { name: 'Write a message' })).toBeFocused()
  const reach = async (key: string, name: string) => {
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press(key)
      if (await button(page, name).evaluate((element) => element.matches(':focus'))) return
    }
    throw new Error(`The keyboard does not reach “${name}”.`)
  }
  await expect(button(page, 'I agree')).toBeVisible()
  await reach('Shift+Tab', 'I agree')
  await page.keyboard.press('Enter')
  await expect(button(page, 'I agree')).toHaveCount(0)
  await say(page, 'What is a rollback?')
  await expect(rated(page)).toBeVisible()
  await reach('Shift+Tab', 'More')
  await page.keyboard.press('Enter')
  const item = (name: string) => box(page).getByRole('menuitem', { name })
  await expect(item('Download the conversation')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Delete my data')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'More')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item('Download the conversation')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const question = box(page).getByRole('alertdialog', { name: 'Delete my data' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(box(page)).toBeVisible()
  await expect(rated(page)).toBeVisible()
  // Into the list of conversations and out of it.
  await reach('Shift+Tab', 'Earlier conversations')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Back')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box(page).getByRole('textbox', { name: 'Write a message' })).toBeFocused()
  await page.close()
})

test('a conversation that was deleted on the server is gone at once, and what is typed begins another', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: phone.viewport })
  const embed = await site.newEmbed()
  await site.visit(page, '/gone', site.script(embed))
  await launcher(page).click()
  await say(page, 'What is a rollback?')
  await expect(rated(page)).toBeVisible()
  const writing = box(page).getByRole('textbox', { name: 'Write a message' })
  await writing.fill('half a sentence')
  const [kept] = await page.evaluate(() =>
    Object.values(localStorage).flatMap((text) => /"thread_id":"([^"]+)"/.exec(text)?.[1] ?? []),
  )
  const { body } = await site.server.api<{ resources: { name: string }[] }>(
    '/api-host/v2/deployments',
  )
  const agent = `/agents/${body.resources[0]?.name}`
  await site.server.api(`${agent}/threads/${kept}`, { method: 'DELETE' })
  // As if the visitor came back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(rated(page)).toHaveCount(0)
  await expect(box(page).getByText('What is a rollback?')).toHaveCount(0)
  await expect(button(page, 'Stop')).toHaveCount(0)
  await expect(writing).toHaveValue('half a sentence')
  await writing.press('Enter')
  await expect(rated(page)).toBeVisible()
  await expect(box(page).getByText('half a sentence').first()).toBeVisible()
  await page.close()
})

test('tabs share one conversation live, and a reload finds it open, with the focus where it was', async ({
  context,
}) => {
  const embed = await site.newEmbed()
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) {
    await site.visit(page, '/tabs', `<input autofocus>${site.script(embed)}`)
    await launcher(page).click()
    await expect(box(page).getByText('Hello from Lumen.')).toBeVisible()
  }
  await say(one, 'What is a rollback?')
  await expect(rated(other)).toBeVisible()
  await expect(box(other).getByText('What is a rollback?').first()).toBeVisible()
  await rated(one).click()
  await expect(rated(other)).toHaveAttribute('aria-pressed', 'true')
  await say(other, 'And an interrupt?')
  await expect(box(one).getByText('And an interrupt?').first()).toBeVisible()
  await expect(rated(other)).toHaveCount(2)
  await expect(rated(one)).toHaveCount(2)
  const people = await site.operator<{ visitors: number; conversations: number }[]>(
    'GET',
    `/${embed.id}/usage`,
  )
  expect(people).toMatchObject([{ visitors: 1, conversations: 1 }])

  await one.reload()
  await expect(rated(one)).toHaveCount(2)
  await expect(one.locator('input').first()).toBeFocused()
  await button(one, 'New conversation').click()
  await expect(box(other).getByText('Hello from Lumen.')).toBeVisible()
  await expect(rated(other)).toHaveCount(0)
  await button(one, 'Close').click()
  await one.reload()
  await expect(launcher(one)).toBeVisible()
})

test('an answer that came while the network was gone is there as soon as it is back', async ({
  page,
  context,
}) => {
  const embed = await site.newEmbed({ assistant_id: 'slow' })
  await site.visit(page, '/back', site.script(embed))
  await launcher(page).click()
  await say(page, '2 steps of 2 seconds')
  await expect(box(page).getByText('Starting 2 steps')).toBeVisible()
  await context.setOffline(true)
  const isDone = async () => {
    const answer = await fetch(
      `${site.server.url}/gateway/connections/local/agents/${embed.deployment_id}/threads/search`,
      {
        method: 'POST',
        headers: { origin: site.server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { embed_id: embed.id } }),
      },
    )
    const body = (await answer.json()) as { status: string }[]
    return body[0]?.status
  }
  await expect.poll(isDone).toBe('idle')
  await expect(box(page).getByText('The connection broke.').first()).toBeVisible()
  await context.setOffline(false)
  await expect(rated(page)).toBeVisible()
  await expect(box(page).getByText('The connection broke.')).toHaveCount(0)
})

test('38: no key, nothing of another visitor and no stranger is in any byte of a visitor’s life', async ({
  browser,
}) => {
  const embed = await site.newEmbed({ ...privacy, suggestions: [] })
  const { identity_secret } = await site.operator<{ identity_secret: string }>(
    'POST',
    `/${embed.id}/identity-secret`,
  )
  const live = async (word: string) => {
    const context = await browser.newContext(phone)
    const page = await context.newPage()
    const bytes = await recordBytes(page)
    await site.visit(page, `/of-${word}`, site.script(embed))
    await launcher(page).tap()
    await button(page, 'I agree').tap()
    const writing = box(page).getByRole('textbox', { name: 'Write a message' })
    await writing.fill(`What is a rollback, ${word}?`)
    await button(page, 'Send').tap()
    await rated(page).tap()
    await expect(rated(page)).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(rated(page)).toHaveAttribute('aria-pressed', 'true')
    const kept = await page.evaluate(() => JSON.stringify(Object.values(localStorage)))
    const [thread] = kept.match(/(?<=thread_id\W+)[\da-f]{8}-[\da-f-]{27}/) ?? []
    return { context, page, bytes, own: [word, thread ?? 'no thread'] }
  }
  const lives = [await live('anemone'), await live('bergamot')]
  for (const { page } of lives) {
    await button(page, 'More').tap()
    await box(page).getByRole('menuitem', { name: 'Delete my data' }).tap()
    const question = box(page).getByRole('alertdialog', { name: 'Delete my data' })
    await question.getByRole('button', { name: 'Delete my data' }).tap()
    await expect(box(page).getByText('Your data is deleted.')).toBeVisible()
  }
  const has = (text: string, words: readonly string[]) => words.filter((one) => text.includes(one))
  for (const { context, bytes, own } of lives) {
    const text = bytes.text()
    // Streams and scripts are in it as well.
    expect(text).toMatch(/^event: messages$/m)
    expect(text.length).toBeGreaterThan(300_000)
    const others = lives.flatMap((life) => (life.own === own ? [] : life.own))
    expect(has(text, [...own, ...others, site.server.apiKey, identity_secret])).toEqual(own)
    expect(bytes.origins()).toEqual([site.origin, site.server.url].sort())
    await context.close()
  }
})
