import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import type { FaultPlan } from '../../src/contract/gateway/faults.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { holdBack } from './hold-back.ts'
import { accessibilityFaults } from './page-checks.ts'
import { served } from './served.ts'

/** The conversation under the fault lab: what is on the screen is what the server has, whatever breaks. */

test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let deploymentId: string

test.beforeAll(async () => {
  server = await startConsole(['--faults'])
  deploymentId = (await served(server)).id
})
test.afterAll(() => server?.stop())

/** Sets what goes wrong in the browser's session. */
async function faults(page: Page, plan: FaultPlan): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const answer = await fetch('/gateway/faults', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.status
  }, plan)
  expect(status).toBe(200)
}

async function newThread(page: Page): Promise<void> {
  await page.goto(`${server.url}/deployments/${deploymentId}/threads/new`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

const done = (page: Page) =>
  expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/^Done/)

async function runCount(page: Page): Promise<number> {
  const thread_id = new URL(page.url()).pathname.split('/').at(-1)
  const { body } = await server.api<unknown[]>(`/agents/examples/threads/${thread_id}/runs`)
  return body.length
}

for (const [name, plan] of [
  ['is cut', { drop_after: 4 }],
  ['repeats its events', { repeat_ids: true }],
  ['swaps its events', { reorder: true }],
] as const) {
  test(`an answer whose stream ${name} is whole, once, and of one run`, async ({ page }) => {
    await newThread(page)
    await faults(page, plan)
    await say(page, 'How do I stop a run?')
    if ('drop_after' in plan) await expect(page.getByText('Reconnecting…').first()).toBeVisible()
    await faults(page, {})
    await done(page)
    await expect(page.getByRole('button', { name: 'Good answer' })).toHaveCount(1)
    await expect(
      page.getByText('Threads and runs › Stop a run and keep its work').first(),
    ).toBeVisible()
    expect(await runCount(page)).toBe(1)
    // Times of a call that was watched are not known after a reload.
    const words = async () =>
      (await page.getByRole('log').textContent())?.replace(/\d+(\.\d+)? m?s|done/g, '')
    const before = await words()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible()
    await expect.poll(words).toBe(before)
  })
}

test('the settings make requests of this browser fail on purpose, and mend them', async ({
  page,
}) => {
  await page.goto(`${server.url}/settings`)
  await page.getByRole('link', { name: 'Fault lab' }).click()
  await page.getByRole('checkbox', { name: 'Answer with 500' }).check()
  await page.getByRole('button', { name: 'Set faults' }).click()
  await expect(page.getByText('At work in this browser session.')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Deployments' }).first().click()
  await expect(page.getByText('The fault lab answers 500.')).toBeVisible()
  await page.goto(`${server.url}/settings/faults`)
  await page.getByRole('button', { name: 'No faults' }).click()
  await expect(page.getByText('Makes requests of this browser session fail.')).toBeVisible()
  await page.getByRole('link', { name: 'Deployments' }).first().click()
  await expect(page.getByRole('table', { name: 'Deployments' })).toBeVisible()
})

test('a page that is no secure context sends, and copies (C2)', async ({ page }) => {
  // What browsers leave out on http addresses other than localhost.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Reflect.deleteProperty(Navigator.prototype, 'clipboard')
  })
  await newThread(page)
  await say(page, 'How do I stop a run?')
  await done(page)
  await page.getByRole('button', { name: 'Copy answer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.press('ControlOrMeta+v')
  await expect(box).toHaveValue(/Threads and runs/)
})

test('a vote without a network waits, and a link that ran out is renewed', async ({ page }) => {
  await page.clock.install()
  await newThread(page)
  await say(page, 'What is a revision?')
  await done(page)
  // The page would try by itself while this test reaches for the button.
  await page.clock.pauseAt(Date.now() + 1000)
  await faults(page, { offline: true })
  const up = page.getByRole('button', { name: 'Good answer' })
  await up.click()
  // What React puts off for a moment would be put off for good by a clock that stands.
  await page.clock.runFor(500)
  await expect(up).toHaveText('Waiting')
  await faults(page, { expire_feedback: true, times: 1 })
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(up).toHaveText('Recorded')
  await page.clock.resume()
  await faults(page, {})
  await page.reload()
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveText('Recorded')
})

test('a thread can be read, and goes on, before it is known which other assistants there are', async ({
  page,
}) => {
  await newThread(page)
  await say(page, 'How do I stop a run?')
  await done(page)
  const others = await holdBack(page, /\/assistants\/search$/)
  await page.reload()
  await others.asked
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveCount(1)
  await say(page, 'more')
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Assistant: guide' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
  others.release()
  await expect(page.getByRole('menuitemradio', { name: 'approval' })).toBeVisible()
})

test('a first message is written and sent before it is known who there is to answer', async ({
  page,
}) => {
  const assistants = await holdBack(page, /\/assistants\/search$/)
  await newThread(page)
  await assistants.asked
  await say(page, 'How do I stop a run?')
  await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('How do I stop a run?')
  expect(await accessibilityFaults(page)).toEqual([])
  const before = await page.getByRole('textbox', { name: 'Message' }).boundingBox()
  assistants.release()
  await expect(page.getByRole('button', { name: 'Assistant: guide' })).toBeVisible()
  expect(await page.getByRole('textbox', { name: 'Message' }).boundingBox()).toEqual(before)
  await done(page)
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveCount(1)
})

test('of a long thread the end is drawn, and all of it where the code for that does not arrive', async ({
  page,
}) => {
  const thread = await server.api<{ thread_id: string }>('/agents/examples/threads', {
    method: 'POST',
    body: {},
  })
  const path = `/threads/${thread.body.thread_id}`
  const messages = Array.from({ length: 161 }, (_, index) => ({
    type: index % 2 === 0 ? 'human' : 'ai',
    content: `Said before, ${index}`,
  }))
  await server.api(`/agents/examples${path}/runs/wait`, {
    method: 'POST',
    body: { assistant_id: 'guide', input: { messages } },
  })
  const turns = page.locator('[data-turn]')
  const end = page.getByRole('button', { name: 'Good answer' }).last()
  await page.goto(`${server.url}/deployments/${deploymentId}${path}`)
  await expect(end).toBeInViewport()
  expect(await turns.count()).toBeLessThan(60)
  const missing = page.waitForEvent('requestfailed', (sent) => sent.url().includes('/long-list-'))
  await page.route('**/assets/long-list-*', (route) => route.abort())
  await page.reload()
  await missing
  await expect(turns).toHaveCount(81)
  await expect(end).toBeInViewport()
})

test('a conversation is saved as files, printed whole, and each message has an address', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const thread = await server.api<{ thread_id: string }>('/agents/examples/threads', {
    method: 'POST',
    body: { metadata: { title: 'Long / talk' } },
  })
  const path = `/threads/${thread.body.thread_id}`
  const messages = Array.from({ length: 161 }, (_, index) => ({
    id: `message-${index}`,
    type: index % 2 === 0 ? 'human' : 'ai',
    content: `Said before, ${index}.`,
  }))
  await server.api(`/agents/examples${path}/runs/wait`, {
    method: 'POST',
    body: { assistant_id: 'guide', input: { messages } },
  })
  await page.goto(`${server.url}/deployments/${deploymentId}${path}`)
  const log = page.getByRole('log', { name: 'Conversation' })
  const end = page.getByRole('button', { name: 'Good answer' }).last()
  await expect(end).toBeInViewport()

  const menu = async (item: string) => {
    await page.getByRole('navigation', { name: 'Threads' }).getByText('Long / talk').first().hover()
    await page.getByRole('button', { name: 'More about Long / talk' }).first().click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const saved = async (item: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), menu(item)])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const id = thread.body.thread_id.slice(0, 8)
  const markdown = await saved('Save as Markdown')
  expect(markdown.name).toBe(`Long-talk-${id}.md`)
  expect(markdown.text).toContain('# Long / talk\n')
  expect(markdown.text.match(/^Said before, \d+\.$/gm)).toHaveLength(161)
  const json = await saved('Save as JSON')
  expect(json.name).toBe(`Long-talk-${id}.json`)
  expect(JSON.parse(json.text)).toMatchObject({
    thread_id: thread.body.thread_id,
    state: {
      values: {
        messages: expect.arrayContaining([expect.objectContaining({ id: 'message-160' })]),
      },
    },
  })

  expect(await log.locator('[data-turn]').count()).toBeLessThan(60)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(log.locator('[data-turn]')).toHaveCount(81)
  const ofPage = await page.evaluate(() => document.documentElement.scrollHeight)
  expect((await log.boundingBox())?.height).toBeGreaterThan(4_000)
  expect(ofPage).toBeGreaterThan(4_000)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(end).toBeInViewport()

  await page.goto(`${server.url}/deployments/${deploymentId}${path}?message=message-40`)
  const linked = log.getByText('Said before, 40.')
  await expect(linked).toBeInViewport()
  await linked.hover()
  const turn = log.locator('[data-turn]', { has: page.getByText('Said before, 40.') })
  await turn.getByRole('button', { name: 'Copy link to this message' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('every place that a search counts stands out when it is come to, in folded calls too', async ({
  page,
}) => {
  await newThread(page)
  await say(page, 'How do I stop a run?')
  await done(page)
  await page.getByRole('textbox', { name: 'Message' }).press('Control+f')
  await page.getByRole('textbox', { name: 'Find in the conversation' }).fill('stop a run')
  // The question, the call's arguments, and then its result, which is written out only now.
  for (const place of [1, 2, 3, 4]) {
    await expect(page.getByText(new RegExp(`^${place} of `))).toBeVisible()
    expect(await coloured(page)).toEqual({ here: 'stop a run', all: ['stop a run'] })
    await page.keyboard.press('Enter')
  }
})

/** The words that are coloured once the page has come to rest: a place whose text went away is empty. */
function coloured(page: Page): Promise<{ here: string; all: string[] }> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame)
    const texts = (name: string) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => String(range).toLowerCase())
    return {
      here: texts('quarterdeck-found-here').join(),
      all: [...new Set(texts('quarterdeck-found'))],
    }
  })
}

test('an edited message begins a branch; both can be shown; nothing of it fails axe', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await newThread(page)
  await say(page, 'What is a revision?')
  await done(page)
  await page.getByText('What is a revision?').last().hover()
  await page.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('How do I stop a run?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toHaveText('2 / 2')
  await done(page)
  await page.getByRole('button', { name: 'Previous version of this message' }).click()
  await expect(page.getByText('You see the thread at an earlier checkpoint')).toBeVisible()
  await expect(page.getByRole('log')).toContainText('What is a revision?')
  await page.getByRole('tab', { name: 'History' }).click()
  const checkpoints = page.getByRole('list', { name: 'Checkpoints' })
  await checkpoints.getByRole('checkbox').first().check()
  await checkpoints.getByRole('checkbox').last().check()
  await expect(page.getByRole('region', { name: /^Compare/ })).toContainText('added')
  for (const tab of ['History', 'State', 'Events', 'Actions', 'Run']) {
    await page.getByRole('tab', { name: tab }).click()
    expect(await accessibilityFaults(page), tab).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await context.close()
})

test('the server is killed in the middle of an answer, and the network is gone: two tabs go on', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await newThread(page)
  await page.getByRole('button', { name: /^Assistant: / }).click()
  await page.getByRole('menuitemradio', { name: 'slow' }).click()
  await say(page, '6 steps of 2 seconds')
  await page.waitForURL(/\/threads\/[0-9a-f-]{36}$/)
  const other = await context.newPage()
  await other.goto(page.url())
  const tabs = [page, other]
  for (const tab of tabs) await expect(tab.getByRole('log')).toContainText('Step 2 of 6')

  await context.setOffline(true)
  await server.kill()
  for (const tab of tabs) await expect(tab.getByText('Reconnecting…').first()).toBeVisible()
  for (const tab of tabs) await expect(tab.getByRole('log')).toContainText('Step 2 of 6')
  await server.startAgain()
  await context.setOffline(false)
  for (const tab of tabs) await expect(tab.getByRole('log')).toContainText('All done')
  for (const tab of tabs) {
    await done(tab)
    for (const step of [1, 2, 3, 4, 5, 6]) {
      await expect(tab.getByRole('log').getByText(`Step ${step} of 6`)).toHaveCount(1)
    }
  }
  expect(await runCount(page)).toBe(1)
  await context.close()
})
