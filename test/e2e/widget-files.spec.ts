import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import type { Embed } from '../../src/contract/embeds/embeds.ts'
import { deployChatAgents } from './chat-project.ts'
import { served } from './served.ts'
import { axe, box, launcher, say, startWidgetSite, type WidgetSite } from './widget-site.ts'

/** What messages hold beside text: files of visitors, and everything that answers bring. */

let site: WidgetSite
let deployment_id: string
/** A stranger's server: what is asked of it, and by whom. */
const asked: string[] = []
const stranger = http.createServer((request, response) => {
  asked.push(`${request.headers['user-agent'] ?? 'nobody'} ${request.url}`)
  response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(pixel, 'base64'))
})
let strange: string

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pixel, 'base64'),
})
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Grüße') }
const field = (page: Page) => box(page).getByRole('textbox', { name: 'Write a message' })
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })
const picture = (page: Page, name: string) => box(page).getByRole('img', { name, exact: true })

test.beforeAll(async () => {
  site = await startWidgetSite()
  await once(stranger.listen(0, '127.0.0.1'), 'listening')
  strange = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  deployment_id = await deployChatAgents(site.server, 'http://127.0.0.1:9')
  await served(site.server, 'chat')
})
test.afterAll(async () => {
  stranger.closeAllConnections()
  stranger.close()
  await site?.stop()
})
const newEmbed = (settings: Partial<Embed>) =>
  site.newEmbed({ deployment_id, assistant_id: 'parts', suggestions: [], ...settings })

test('a visitor chooses, drops and pastes files, takes one back, and finds them after a reload', async ({
  page,
}) => {
  const embed = await newEmbed({
    file_types: ['image/*', 'text/plain'],
    max_files_per_message: 3,
    max_file_megabytes: 1,
  })
  await site.visit(page, '/files', site.script(embed))
  await launcher(page).click()
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Attach files').click()
  await (await choosing).setFiles([
    png('one.png'),
    { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_100_000, 'x') },
  ])
  const alert = box(page).getByRole('alert')
  await expect(alert).toContainText('“a.pdf” is of a type that cannot be sent here.')
  await expect(alert).toContainText('“long.txt” is too large: 1 MB at most.')
  const chosen = box(page).getByRole('list', { name: 'Files to send' }).getByRole('listitem')
  await expect(chosen).toHaveText(['one.png'])
  expect(await axe(page)).toEqual([])
  await button(page, 'Remove one.png').click()
  await expect(chosen).toHaveCount(0)

  /** What a browser makes of a file that is let go over the box, or pasted. */
  const give = (kind: 'drop' | 'paste', name: string, text = '') =>
    field(page).evaluate(
      (target, { kind, name, data, text }) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], name, { type: 'image/png' }))
        if (text) transfer.setData('text/plain', text)
        const bubbles = { bubbles: true, composed: true, cancelable: true }
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { ...bubbles, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...bubbles, clipboardData: transfer })
        target.dispatchEvent(event)
      },
      { kind, name, data: pixel, text },
    )
  await give('drop', 'dropped.png')
  await give('paste', 'pasted.png')
  await expect(chosen).toHaveText(['dropped.png', 'pasted.png'])
  const more = page.waitForEvent('filechooser')
  await button(page, 'Attach files').click()
  await (await more).setFiles([note, png('fourth.png')])
  await expect(chosen).toHaveText(['dropped.png', 'pasted.png', 'note.txt'])
  await expect(alert).toContainText('At most 3 files can be sent at once.')
  await button(page, 'Remove pasted.png').click()

  // C6: a picture of the text that is pasted goes along only where that is wanted.
  await give('paste', 'cells.png', 'Apples\t3')
  await expect(chosen).toHaveText(['dropped.png', 'note.txt'])
  expect(await axe(page)).toEqual([])
  await button(page, 'Attach the picture').click()
  await expect(chosen).toHaveText(['dropped.png', 'note.txt', 'cells.png'])
  await expect(button(page, 'Attach the picture')).toHaveCount(0)
  await button(page, 'Remove cells.png').click()
  await field(page).fill('look')
  await field(page).press('Enter')
  await expect(box(page).getByText('Got text, image_url, note.txt').first()).toBeVisible()
  await expect(chosen).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  await page.reload()
  await expect(picture(page, 'Image')).toBeVisible()
  await expect
    .poll(() => picture(page, 'Image').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1)
  const saving = page.waitForEvent('download')
  await box(page)
    .getByRole('button', { name: /^note\.txt/ })
    .click()
  expect((await saving).suggestedFilename()).toBe('note.txt')
  expect(await axe(page)).toEqual([])
})

test('by touch on a phone the camera is offered; what could not be sent stays', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const embed = await newEmbed({ file_types: ['image/*'] })
  await site.visit(page, '/phone', site.script(embed))
  await launcher(page).tap()
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Take a picture').tap()
  await (await choosing).setFiles(png('photo.png'))
  await expect(button(page, 'Remove photo.png')).toBeVisible()
  await page.route('**/runs/stream', (route) => route.abort())
  await page.route('**/runs?*', (route) => route.fulfill({ status: 403, json: { detail: 'No.' } }))
  await button(page, 'Send').tap()
  await expect(box(page).getByRole('alert')).toContainText('Not sent')
  await expect(button(page, 'Remove photo.png')).toBeVisible()
  await page.unroute('**/runs/stream')
  await page.unroute('**/runs?*')
  await button(page, 'Send').tap()
  await expect(box(page).getByText('Got image_url').first()).toBeVisible()
  expect(await axe(page)).toEqual([])
  await context.close()
})

const show = (page: Page, ...parts: unknown[]) => say(page, `show ${JSON.stringify(parts)}`)
const named = (address: string) => [
  { type: 'text', text: `A map: ![The map](${address}/map.png?a=1&b=2)` },
  { type: 'image_url', image_url: { url: `${address}/part.png` } },
]

test('everything that an answer holds is shown, or named where nobody knows it', async ({
  page,
}) => {
  const wav = Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(40)])
  const embed = await newEmbed({})
  await site.visit(page, '/parts', site.script(embed))
  await launcher(page).click()
  await show(
    page,
    { type: 'text', text: 'Look:' },
    { type: 'image', source_type: 'base64', mime_type: 'image/png', data: pixel },
    { type: 'input_audio', input_audio: { data: wav.toString('base64'), format: 'wav' } },
    { type: 'file', file: { filename: 'a.csv', file_data: `data:text/csv;base64,YSxi` } },
    { type: 'hologram', data: 'beam' },
    ...named(strange),
  )
  await expect(picture(page, 'Image')).toBeVisible()
  await box(page)
    .getByRole('button', { name: /^Recording/ })
    .click()
  await expect(box(page).locator('audio[aria-label=Recording]')).toBeVisible()
  await expect(box(page).getByText('Content of the kind “hologram”')).toBeVisible()
  const saving = page.waitForEvent('download')
  await box(page)
    .getByRole('button', { name: /^a\.csv/ })
    .click()
  expect((await saving).suggestedFilename()).toBe('a.csv')
  // Nothing is asked of a stranger's server: its pictures are links.
  await expect(box(page).getByRole('link', { name: 'The map' })).toHaveAttribute(
    'href',
    `${strange}/map.png?a=1&b=2`,
  )
  await expect(box(page).getByRole('link', { name: `${strange}/part.png` })).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(asked).toEqual([])
})

test('pictures at addresses: from the origins of the embed, through the server, and never from elsewhere', async ({
  page,
}) => {
  const other = strange.replace('127.0.0.1', 'localhost')
  const embed = await newEmbed({ answer_images: 'origins', image_origins: [strange] })
  await site.visit(page, '/proxied', site.script(embed))
  await launcher(page).click()
  await show(page, ...named(strange), ...named(other))
  await expect(picture(page, 'The map')).toBeVisible()
  await expect(picture(page, 'Image')).toBeVisible()
  await expect(box(page).getByRole('link')).toHaveCount(2)
  // Who asked was the server, for each picture once.
  expect(asked.sort()).toEqual(['nobody /map.png?a=1&b=2', 'nobody /part.png'])
  asked.length = 0

  const direct = await newEmbed({ answer_images: 'all', proxies_images: false })
  await site.visit(page, '/direct', site.script(direct))
  await launcher(page).click()
  await show(page, ...named(strange))
  await expect(picture(page, 'The map')).toBeVisible()
  expect(asked[0]).toContain('Mozilla')
  expect(await axe(page)).toEqual([])
})

test('33 C5: what the agent put away is shown when the visitor asks for it', async ({ page }) => {
  const embed = await newEmbed({ assistant_id: 'rewriting' })
  await site.visit(page, '/rewriting', site.script(embed))
  await launcher(page).click()
  for (const text of ['one', 'summarize', 'two']) {
    await say(page, text)
    await expect(box(page).getByText(`You said ${text}`, { exact: true })).toBeVisible()
  }
  await expect(box(page).getByText('You said one')).toHaveCount(0)
  // What is saved of the conversation has it all, or nothing is.
  await page.route('**/earlier*', (route) => route.abort(), { times: 1 })
  const saving = page.waitForEvent('download')
  await button(page, 'More').click()
  await box(page).getByRole('menuitem', { name: 'Download the conversation' }).click()
  const problem = box(page).getByRole('alert')
  await problem.getByRole('button', { name: 'Try again' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  await expect(problem).toHaveCount(0)
  for (const text of ['one', 'two'])
    expect(saved).toContain(`You:\n${text}\n\nLumen support:\nYou said ${text}\n`)
  expect(saved).not.toContain('Summary of')
  expect(saved.match(/You said one/g)).toHaveLength(1)
  await button(page, 'Show earlier messages').focus()
  await page.keyboard.press('Enter')
  await expect(box(page).getByText('You said one', { exact: true })).toBeVisible()
  await expect(button(page, 'Show earlier messages')).toHaveCount(0)
  await expect(box(page)).not.toContainText('Summary of')
  // The focus is where they begin, not lost with the button.
  await expect(box(page).getByRole('log')).toBeFocused()
  expect(await axe(page)).toEqual([])
})

test('33: what is written while a question waits is said to leave it unanswered', async ({
  page,
}) => {
  const embed = await newEmbed({ assistant_id: 'forms' })
  await site.visit(page, '/forms', site.script(embed))
  await launcher(page).click()
  await say(page, 'Send it')
  const words = box(page).getByText('A message leaves the question above unanswered.')
  await expect(words).toBeVisible()
  await say(page, 'Never mind')
  await expect(box(page).getByText('Never mind')).toBeVisible()
  await expect(words).toBeVisible()
})
