import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Attempt } from '../../src/contract/qa/attempts.ts'
import type { CaseRow, Session } from '../../src/contract/qa/sessions.ts'
import type { Suite } from '../../src/contract/qa/suites.ts'
import { componentProject } from '../helpers/component-project.ts'
import { makeRepository } from '../helpers/git.ts'
import { minutes } from '../helpers/patience.ts'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'
import { openComponentHost } from './component-host.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults } from './page-checks.ts'
import { deployed } from './served.ts'

/** 36.3: what an agent says by components of its project is drawn in the conversation, and can do nothing else there. */

// As people have it: what opens by itself is held back.
test.use({
  launchOptions: {
    executablePath: findBrowser(process.platform, process.env) ?? '',
    args: BROWSER_FLAGS,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  },
})

let server: ConsoleServer
let folder: string
let deploymentId: string

test.beforeAll(async () => {
  server = await startConsole([], { QUARTERDECK_EXAMPLES: 'false' })
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-components-'))
  const repository = await makeRepository(path.join(folder, 'agent'), componentProject())
  deploymentId = (await deployed(server, 'weather', repository.folder)).id
})
test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function ask(page: Page, text: string): Promise<void> {
  await page.goto(`${server.url}/deployments/${deploymentId}/threads/new`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/^Done/)
}

const api = async <Answer>(path: string, body?: object) =>
  (await server.api<Answer>(path, body ? { method: 'POST', body } : {})).body

const frameOf = (page: Page, name: string) => page.frameLocator(`iframe[title="Component ${name}"]`)

async function runCount(page: Page): Promise<number> {
  const thread_id = new URL(page.url()).pathname.split('/').at(-1)
  const { body } = await server.api<unknown[]>(`/agents/weather/threads/${thread_id}/runs`)
  return body.length
}

test('a component is drawn under its message, works, and is there after a reload', async ({
  page,
}) => {
  await ask(page, 'hello')
  const frame = frameOf(page, 'weather')
  await expect(frame.getByRole('heading', { name: 'Oslo' })).toBeVisible()
  await expect(frame.getByText('7 degrees')).toBeVisible()
  // Two were said, of which one was taken away again.
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(frame.locator('section')).toHaveCSS('border-top-left-radius', '12px')
  await expect(frame.getByRole('img', { name: 'Sun' })).toHaveJSProperty('complete', true)
  // Nothing of it is cut off, and nothing empty is below it.
  await expect
    .poll(async () => {
      const [outer, inner] = await Promise.all([
        page.locator('iframe').boundingBox(),
        frame.locator('section').boundingBox(),
      ])
      return Math.abs((outer?.height ?? 0) - (inner?.height ?? 1_000))
    })
    .toBeLessThan(2)
  await frame.getByRole('button', { name: 'Pressed 0' }).focus()
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  expect(await runCount(page)).toBe(1)
  await page.reload()
  await expect(frame.getByText('7 degrees')).toBeVisible()
  await expect(frame.getByText('2 messages')).toBeVisible()
})

test('a click in a component begins a run, which is seen like any other', async ({ page }) => {
  await ask(page, 'hello')
  await frameOf(page, 'weather').getByRole('button', { name: 'Tomorrow' }).click()
  await expect(page.getByText('And tomorrow?', { exact: true })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(2)
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/^Done/)
  const newest = page.frameLocator('iframe >> nth=1')
  await expect(newest.getByText('4 messages')).toBeVisible()
  expect(await runCount(page)).toBe(2)
})

test('the page of a run shows what it said by components, and begins nothing', async ({ page }) => {
  await ask(page, 'hello')
  await frameOf(page, 'weather').getByRole('button', { name: 'Tomorrow' }).click()
  await expect(page.locator('iframe')).toHaveCount(2)
  await expect(page.getByRole('status', { name: 'Run status' })).toHaveText(/^Done/)
  const thread_id = new URL(page.url()).pathname.split('/').at(-1)
  const { body } = await server.api<{ run_id: string }[]>(
    `/agents/weather/threads/${thread_id}/runs`,
  )
  const [newest] = body
  await page.goto(
    `${server.url}/deployments/${deploymentId}/threads/${thread_id}/runs/${newest?.run_id}`,
  )
  const frame = frameOf(page, 'weather')
  await expect(frame.getByText('7 degrees')).toBeVisible()
  // What the run before it said is not its own.
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(frame.getByText('4 messages')).toBeVisible()
  await frame.getByRole('button', { name: 'Tomorrow' }).click()
  await frame.getByRole('button', { name: 'Pressed 0' }).click()
  await expect(frame.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  expect(
    (await server.api<unknown[]>(`/agents/weather/threads/${thread_id}/runs`)).body,
  ).toHaveLength(2)
})

test('code of a component reaches nothing of the console and nothing beyond', async ({ page }) => {
  await ask(page, 'draw hostile')
  const frame = frameOf(page, 'hostile')
  await expect(frame.getByRole('listitem')).toHaveText([
    'page kept',
    'cookies kept',
    'storage kept',
    'network kept',
    'picture kept',
    'top kept',
    'worker kept',
  ])
  expect(await runCount(page)).toBe(1)
})

test('nothing that was said is carried to another server', async ({ page }) => {
  const reached: string[] = []
  const other = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    const blocked = page.waitForEvent('console', (line) =>
      /frame-src|default-src/.test(line.text()),
    )
    await ask(page, `draw leaving http://127.0.0.1:${port}/`)
    // Leaving by its own address is the last that it tries.
    await blocked
    await page.reload()
    await expect(page.getByRole('log').getByText('Here is the weather.')).toBeVisible()
    expect(reached).toEqual([])
    expect(page.context().pages()).toHaveLength(1)
  } finally {
    other.close()
  }
})

test('one that is not there, or breaks, shows what it was given', async ({ page }) => {
  await ask(page, 'draw nothing')
  await expect(
    page.getByText(
      'The component “nothing” cannot be drawn: The project has no component of this name.',
    ),
  ).toBeVisible()
  await expect(page.getByText('"draw nothing"')).toBeVisible()
  await ask(page, 'draw fragile')
  await expect(
    page.getByText('The component “fragile” cannot be drawn: It is broken.'),
  ).toBeVisible()
})

test('one that could not be drawn with a part of what it shows is drawn with the rest', async ({
  page,
}) => {
  await ask(page, 'draw demanding')
  await expect(page.getByText(/^The component “demanding” cannot be drawn/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('the rest')
  await page.keyboard.press('Enter')
  await expect(frameOf(page, 'demanding').getByRole('listitem')).toHaveText(['one', 'two'])
})

test('one that could not be loaded is loaded when that is asked for', async ({ page }) => {
  const isComponent = /\/ui\/agent/
  await page.route(isComponent, (route) => route.abort())
  await ask(page, 'hello')
  await expect(page.getByText(/^The component “weather” cannot be drawn: The server/)).toBeVisible()
  await page.unroute(isComponent)
  await page.getByRole('log').getByRole('button', { name: 'Try again' }).click()
  await expect(frameOf(page, 'weather').getByText('7 degrees')).toBeVisible()
})

test('a tall one scrolls within itself, and colours follow those of the console', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await ask(page, 'draw tall')
  const frame = frameOf(page, 'tall')
  await expect(frame.getByText('Line 199')).toBeAttached()
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBe(1_600)
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'light')
})

test('a tester sees in a transcript and in a blind review what was drawn, and presses in it', async ({
  page,
}) => {
  const suite = await api<Suite>('/gateway/qa/suites', {
    name: 'Weather',
    cases: ['hello', 'draw fragile'].map((text) => ({
      key: text.replace(' ', '-'),
      turns: [{ do: 'send', text }],
    })),
  })
  const target = { connection_id: 'local', deployment_id: deploymentId, assistant_id: 'agent' }
  const { session_id } = await api<Session>('/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    is_blind: true,
    targets: [target, target].map((one) => ({ ...one, revision_id: null })),
  })
  const read = () => api<Session>(`/gateway/qa/sessions/${session_id}`)
  await expect.poll(async () => (await read()).status, { timeout: minutes(1) }).toBe('done')

  await page.goto(`${server.url}/qa/sessions/${session_id}/review/0`)
  await expect(page.locator('iframe')).toHaveCount(2)
  for (const at of [0, 1]) {
    const frame = page.frameLocator(`iframe >> nth=${at}`)
    await expect(frame.getByRole('heading', { name: 'Oslo' })).toBeVisible()
    await expect(frame.getByText('2 messages')).toBeVisible()
  }
  const first = page.frameLocator('iframe >> nth=0')
  await first.getByRole('button', { name: 'Tomorrow' }).click()
  await first.getByRole('button', { name: 'Pressed 0' }).click()
  await expect(first.getByRole('button', { name: 'Pressed 1' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  // The keys judge again as soon as the pointer has left it.
  await page.getByRole('heading', { level: 1 }).hover()
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('draw-fragile')
  await expect(
    page.getByText('The component “fragile” cannot be drawn: It is broken.'),
  ).toHaveCount(2)

  const path = `/gateway/qa/sessions/${session_id}`
  await api(`${path}/actions/close`, {})
  const [weather] = (await api<{ rows: CaseRow[] }>(`${path}/grid`)).rows
  for (const { attempt_id } of weather?.attempts ?? []) {
    const { thread_id } = await api<Attempt>(`${path}/attempts/${attempt_id}`)
    expect(await api(`/agents/weather/threads/${thread_id}/runs`)).toHaveLength(1)
  }
  const [attempt] = weather?.attempts ?? []
  await page.goto(`${server.url}/qa/sessions/${session_id}?attempt=${attempt?.attempt_id}`)
  const transcript = page.getByRole('list', { name: 'Transcript' })
  await expect(frameOf(page, 'weather').getByText('7 degrees')).toBeVisible()
  await transcript.getByRole('button', { name: 'What the component weather was given' }).click()
  await expect(transcript.getByText('"Oslo"')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the published LoadExternalComponent draws it in a page of somebody else', async ({
  page,
}) => {
  const { url, host } = await openComponentHost(server)
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect(page.getByRole('heading', { name: 'Oslo' })).toBeVisible()
    await expect(page.getByText('7 degrees')).toBeVisible()
    await expect(page.getByText('2 messages')).toBeVisible()
    await expect(page.locator('section')).toHaveCSS('border-top-left-radius', '12px')
    await page.getByRole('button', { name: 'Tomorrow' }).click()
    await expect(page.getByText('4 messages').first()).toBeVisible()
  } finally {
    host.closeAllConnections()
    host.close()
  }
})
