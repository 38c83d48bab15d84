import { expect, type Page, test } from '@playwright/test'
import type { FaultPlan } from '../../src/contract/faults.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults } from './page-checks.ts'

/** Every state of a conversation: one region tells it, axe finds nothing, nothing is wider than the screen. */

test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let threads: string

test.beforeAll(async () => {
  server = await startConsole(['--faults'])
  await expect(async () => {
    const { body } = await server.api<{ resources: { id: string; active_revision_id: string }[] }>(
      '/api-host/v2/deployments',
    )
    expect(body.resources[0]?.active_revision_id).toBeTruthy()
    threads = `${server.url}/deployments/${body.resources[0]?.id}/threads`
  }).toPass({ timeout: 90_000 })
})
test.afterAll(() => server?.stop())

const status = (page: Page) => page.getByRole('status', { name: 'Run status' })

async function faults(page: Page, plan: FaultPlan): Promise<void> {
  const answer = await page.request.put(`${server.url}/gateway/faults`, {
    data: plan,
    headers: { origin: server.url },
  })
  expect(answer.status()).toBe(200)
}

async function newThread(page: Page, assistant: string): Promise<void> {
  await page.goto(`${threads}/new`)
  await page.getByRole('button', { name: /^Assistant: / }).click()
  await page.getByRole('menuitemradio', { name: assistant }).click()
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

/** The state is told by one region, and looks right to axe at this width. */
async function check(page: Page, state: string, words: RegExp | null): Promise<void> {
  // A strict locator: a second region would fail it.
  if (words) await expect(status(page), state).toHaveText(words)
  expect.soft(await accessibilityFaults(page), `${state}: accessibility`).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${state}: wider than the screen`).toBe(0)
}

for (const [theme, width, height] of [
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const) {
  test(`every state in ${theme} at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await walk(page)
    await context.close()
  })
}

async function walk(page: Page): Promise<void> {
  await newThread(page, 'slow')
  await check(page, 'empty', /^$/)
  await page.getByRole('button', { name: 'Input as JSON' }).click()
  await expect(page.getByLabel('steps (optional)')).toBeVisible()
  await check(page, 'input as JSON', /^$/)
  await page.getByRole('button', { name: 'Input as JSON' }).click()
  await page.getByRole('button', { name: 'Configuration of the assistant' }).click()
  await check(page, 'configuration', /^$/)
  await page.getByRole('button', { name: 'Configuration of the assistant' }).click()

  await say(page, '20 steps of 60 seconds')
  await check(page, 'answering', /^Answering$/)
  await say(page, '1 step of 0 seconds, after that')
  await expect(page.getByRole('log').getByText(/^Waits its turn/)).toBeVisible()
  await say(page, '1 step of 0 seconds, at last')
  await expect(page.getByRole('log').getByRole('button', { name: 'Move to front' })).toBeVisible()
  await check(page, 'queue', /^Answering$/)
  // Every stream is cut at once, and then nothing gets through at all.
  await faults(page, { drop_after: 0 })
  await page.reload()
  await expect(status(page)).toHaveText('Connection lost, reconnecting')
  await faults(page, { offline: true })
  await check(page, 'offline', /^Connection lost, reconnecting$/)
  await faults(page, {})
  await expect(status(page)).toHaveText('Answering')
  const cancels = page.getByRole('log').getByRole('button', { name: 'Cancel', exact: true })
  await cancels.last().click()
  await expect(cancels).toHaveCount(1)
  await cancels.click()
  await expect(cancels).toHaveCount(0)
  await faults(page, { delay_ms: 8_000 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await check(page, 'stopping', /^Stopping$/)
  await faults(page, {})
  await check(page, 'stopped', /^Stopped$/)

  await newThread(page, 'faulty')
  await say(page, 'sort these words')
  await check(page, 'failed', /^Failed\. /)

  await newThread(page, 'approval')
  await say(page, 'Please refund €84 for order 4411')
  await check(page, 'interrupted', /^Waiting for your answer$/)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await check(page, 'interrupted, editing', /^Waiting for your answer$/)

  await newThread(page, 'guide')
  await say(page, 'What is a revision?')
  await check(page, 'done', /^Done\. /)
  await page.getByRole('button', { name: 'Bad answer' }).click()
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByRole('button', { name: 'Correct the answer' }).click()
  await check(page, 'comment', /^Done\. /)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByText('What is a revision?').last().hover()
  await page.getByRole('button', { name: 'Edit message' }).click()
  await check(page, 'edited message', /^Done\. /)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('revision')
  await check(page, 'find', /^Done\. /)
  await page.keyboard.press('Escape')
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'notes of a long meeting about nearly everything.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Hello'),
    },
    { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
  ])
  await check(page, 'attachments', /^Done\. /)
  // Beside the conversation, or in a drawer over it, which hides the rest from screen readers.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1000
  if (isNarrow) await page.getByRole('button', { name: 'Show the inspector' }).click()
  for (const tab of ['History', 'State', 'Events', 'Actions', 'Run']) {
    await page.getByRole('tab', { name: tab }).click()
    await check(page, `inspector ${tab}`, isNarrow ? null : /^Done\. /)
  }

  await faults(page, { delay_ms: 6_000 })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText(/^Loading/).first()).toBeAttached()
  await faults(page, {})
}

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
