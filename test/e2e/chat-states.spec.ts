import { expect, type Page, test } from '@playwright/test'
import type { FaultPlan } from '../../src/contract/gateway/faults.ts'
import { minutes } from '../helpers/patience.ts'
import { deployChatAgents } from './chat-project.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { type Gate, openGate } from './gate.ts'
import { holdBack } from './hold-back.ts'
import { accessibilityFaults } from './page-checks.ts'
import { served } from './served.ts'

/** Every state of a conversation: one region tells it, axe finds nothing, nothing is wider than the screen. */

test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let gate: Gate
let threads: string
let ownThreads: string
let hastyThreads: string

test.beforeAll(async () => {
  ;[server, gate] = await Promise.all([startConsole(['--faults']), openGate()])
  const own = await deployChatAgents(server, gate.url)
  const hasty = await deployChatAgents(server, gate.url, 'hasty', { BG_JOB_TIMEOUT_SECS: '1' })
  ownThreads = `${server.url}/deployments/${own}/threads`
  hastyThreads = `${server.url}/deployments/${hasty}/threads`
  const [examples] = await Promise.all(
    ['examples', 'chat', 'hasty'].map((name) => served(server, name)),
  )
  threads = `${server.url}/deployments/${examples?.id}/threads`
})
test.afterAll(async () => {
  await server?.stop()
  await gate?.close()
})

const status = (page: Page) => page.getByRole('status', { name: 'Run status' })

async function faults(page: Page, plan: FaultPlan): Promise<void> {
  const answer = await page.request.put(`${server.url}/gateway/faults`, {
    data: plan,
    // On a connection of its own: the server may be closing the one that nobody has used since.
    headers: { origin: server.url, connection: 'close' },
  })
  expect(answer.status()).toBe(200)
}

async function newThread(page: Page, assistant: string, at = threads): Promise<void> {
  await page.goto(`${at}/new`)
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
    await walkOn(page)
    await walkBadEnds(page)
    await walkSilence(page)
    await context.close()
  })
}

async function walk(page: Page): Promise<void> {
  await newThread(page, 'slow')
  await check(page, 'empty', /^$/)
  await page.getByRole('button', { name: 'Input as JSON' }).click()
  await expect(page.getByLabel('steps')).toBeVisible()
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
  const stop = await holdBack(page, /\/cancel\?/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await stop.asked
  await check(page, 'stopping', /^Stopping$/)
  stop.release()
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

  const reads = await holdBack(page, /\/agents\//)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText(/^Loading/).first()).toBeAttached()
  reads.release()
}

/** States that need agents of their own: tools that wait, forms, break points; and what comes of actions. */
async function walkOn(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1000
  const name = isNarrow ? 'NARROW' : 'WIDE'
  await newThread(page, 'tools', ownThreads)
  // Nothing of the answer to the POST has come: whether there is a run is not known.
  const sending = await holdBack(page, /\/runs\/stream/)
  await say(page, `${name}-1`)
  await sending.asked
  await check(page, 'sending', /^Answering$/)
  sending.release()
  await gate.reached(`${name}-1`)
  await expect(page.getByRole('log').getByText('running', { exact: true })).toBeVisible()
  await check(page, 'a tool at work', /^Answering$/)
  await page.getByRole('button', { name: 'Other ways to stop' }).click()
  await check(page, 'ways to stop', null)
  await page.getByRole('menuitem', { name: /^Just stop listening/ }).click()
  await check(page, 'not listening', /^Not listening; the run goes on$/)
  await page.getByRole('button', { name: 'Listen again' }).click()
  await expect(status(page)).toHaveText('Answering')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Continue with a cancelled result' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard that run' })).toBeVisible()
  await check(page, 'broken thread', /^Stopped$/)
  await page.getByRole('button', { name: 'Continue with a cancelled result' }).click()
  await expect(page.getByRole('log')).toContainText('That is all.')
  await check(page, 'mended thread', /^Done\. That is all\.$/)

  await say(page, `${name}-2`)
  await gate.reached(`${name}-2`)
  await page.getByRole('button', { name: 'Other ways to stop' }).click()
  await page.getByRole('menuitem', { name: /^Stop and roll back/ }).click()
  await check(page, 'roll back?', null)
  await page.getByRole('button', { name: 'Stop and roll back' }).click()
  await expect(page.getByText(/the thread is as it was before/)).toBeVisible()
  await check(page, 'rolled back', /^Rolled back$/)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(`${name}-2`)
  await page.getByRole('textbox', { name: 'Message' }).fill('')

  await page.getByRole('log').getByText(`${name}-1`, { exact: true }).first().hover()
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill(`${name}-3`)
  gate.open(`${name}-3`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toHaveText('2 / 2')
  await expect(status(page)).toHaveText(/^Done/)
  await page.getByRole('button', { name: 'Previous version of this message' }).click()
  await expect(page.getByText('You see the thread at an earlier checkpoint')).toBeVisible()
  await check(page, 'another branch', null)
  if (isNarrow) await page.getByRole('button', { name: 'Show the inspector' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  const checkpoints = page.getByRole('list', { name: 'Checkpoints' })
  await checkpoints
    .getByRole('button', { name: /^tools/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit state' }).click()
  await check(page, 'checkpoint, editing its state', null)
  await checkpoints.getByRole('checkbox').first().check()
  await checkpoints.getByRole('checkbox').last().check()
  await expect(page.getByRole('region', { name: /^Compare/ })).toContainText('added')
  await check(page, 'two checkpoints compared', null)

  await newThread(page, 'forms', ownThreads)
  await say(page, 'Send it')
  await expect(page.getByLabel('By express')).toBeVisible()
  await check(page, 'questions with and without a form', /^Waiting for your answer$/)

  await newThread(page, 'pauses', ownThreads)
  await say(page, 'Go')
  await expect(page.getByText('Paused before second')).toBeVisible()
  await check(page, 'break point', /^Paused$/)

  await newThread(page, 'echo', ownThreads)
  // Nothing else is refused: what the page reads in the background comes at any time.
  const refused = { status: 500, json: { detail: 'It cannot be made now.' } }
  await page.route(/\/threads$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
  )
  await say(page, 'refused')
  await expect(page.getByRole('alert').filter({ hasText: /^Not sent\./ })).toBeVisible()
  await check(page, 'not sent', null)
  await page.unrouteAll()
}

/** What nobody wished for: no such thread, a limit that ran out, actions that came to something else. */
async function walkBadEnds(page: Page): Promise<void> {
  const name = (page.viewportSize()?.width ?? 0) < 1000 ? 'SMALL' : 'LARGE'
  await page.goto(`${ownThreads}/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('There is no such thread')).toBeVisible()
  await check(page, 'no such thread', null)
  await openDeleted(page)
  await check(page, 'deleted while it was opened', /^The thread was deleted$/)
  await openRefused(page)
  await check(page, 'opening failed', /^$/)

  await newThread(page, 'echo', hastyThreads)
  await say(page, `first ${name}-1`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await check(page, 'timed out', /^Timed out\. The run took too long$/)

  await newThread(page, 'echo', ownThreads)
  await say(page, `first ${name}-2 last`)
  await gate.reached(`${name}-2`)
  // The stop is still on its way when the run succeeds.
  const stop = await holdBack(page, /\/cancel\?/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await stop.asked
  const ended = await newestRun(page)
  gate.open(`${name}-2`)
  await expect.poll(() => runStatus(page, ended)).toBe('success')
  stop.release()
  await expect(page.getByText('The run had ended before it could be stopped.')).toBeVisible()
  await check(page, 'ended before the stop', /^Done\. first/)

  await say(page, `first ${name}-3 last`)
  await gate.reached(`${name}-3`)
  const run = await newestRun(page)
  await page.getByRole('button', { name: 'Other ways to stop' }).click()
  await page.getByRole('menuitem', { name: /^Stop and roll back/ }).click()
  // Somebody else's stop comes first, and what is left of the run is not given away.
  const rollback = await holdBack(page, /\/cancel\?action=rollback/)
  await page.getByRole('button', { name: 'Stop and roll back' }).click()
  await rollback.asked
  await page.route(new RegExp(`/runs/${run}$`), async (route, request) => {
    if (request.method() === 'DELETE') await faults(page, { status_500: true })
    await route.continue()
  })
  const refused = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await server.api(`/agents/chat${idPath(page)}/runs/${run}/cancel?wait=true`, { method: 'POST' })
  rollback.release()
  expect((await refused).status()).toBe(500)
  await faults(page, {})
  await expect(page.getByText('Stopped, but not rolled back')).toBeVisible()
  await check(page, 'stopped and not rolled back', /^Stopped$/)
}

/** The thread is deleted between the read of its record and that of its state. */
async function openDeleted(page: Page): Promise<void> {
  const { body } = await server.api<{ thread_id: string }>('/agents/chat/threads', {
    method: 'POST',
    body: {},
  })
  const path = `/threads/${body.thread_id}`
  const record = page.waitForResponse(
    (answer) => /\/agents\//.test(answer.url()) && answer.url().endsWith(path),
  )
  await page.route(`**/agents/**${path}/state`, async (route) => {
    await (await record).finished()
    await server.api(`/agents/chat${path}`, { method: 'DELETE' })
    await route.continue()
  })
  await page.goto(`${ownThreads}/${body.thread_id}`)
  await expect(page.getByText('This thread was deleted')).toBeVisible()
}

/** A thread of which only the state is kept from whoever asks. */
async function openRefused(page: Page): Promise<void> {
  const { body } = await server.api<{ thread_id: string }>('/agents/chat/threads', {
    method: 'POST',
    body: {},
  })
  await page.route(`**/agents/**/threads/${body.thread_id}/state`, (route) =>
    route.fulfill({ status: 403, json: { detail: 'This state is not for you.' } }),
  )
  await page.goto(`${ownThreads}/${body.thread_id}`)
  await expect(page.getByText('The thread could not be opened')).toBeVisible()
}

const idPath = (page: Page) => `/threads/${new URL(page.url()).pathname.split('/').at(-1)}`

async function newestRun(page: Page): Promise<string> {
  await page.waitForURL(/\/threads\/[0-9a-f-]{36}$/)
  const { body } = await server.api<{ run_id: string }[]>(`/agents/chat${idPath(page)}/runs`)
  return body[0]?.run_id ?? ''
}

async function runStatus(page: Page, run: string): Promise<string> {
  const { body } = await server.api<{ status: string }>(`/agents/chat${idPath(page)}/runs/${run}`)
  return body.status
}

/** The server says that a run is running and sends nothing of it, for longer than a break takes. */
async function walkSilence(opener: Page): Promise<void> {
  const page = await opener.context().newPage()
  await page.clock.install()
  await newThread(page, 'slow')
  await say(page, '20 steps of 60 seconds')
  await page.waitForURL(/\/threads\/[0-9a-f-]{36}$/)
  await expect(status(page)).toHaveText('Answering')
  // The run is there: a reload before that would take the message back.
  await expect(
    page
      .getByRole('log')
      .getByText(/^Starting 20 steps/)
      .first(),
  ).toBeVisible()
  await faults(page, { drop_after: 0 })
  await page.reload()
  const note = page.getByText(/^The server says “running”, but has sent nothing since/)
  // Each turn of the clock leads to one more read of the run at most, and a busy machine takes its time for that.
  await expect(async () => {
    await page.clock.runFor(30_000)
    await expect(note).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: minutes(2) })
  await check(page, 'silent', /^The server says that the run is running, but sends nothing$/)
  await faults(page, {})
  await page.getByRole('button', { name: 'Stop the run' }).click()
  await page.clock.runFor(60_000)
  await expect(status(page)).toHaveText('Stopped')
  await page.close()
}

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
