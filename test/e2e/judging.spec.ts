import { expect, type Page, test } from '@playwright/test'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import type { Session } from '../../src/contract/qa/sessions.ts'
import type { Suite } from '../../src/contract/qa/suites.ts'
import { minutes } from '../helpers/patience.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults } from './page-checks.ts'
import { served } from './served.ts'

/** A tester judges a candidate: blind, by keyboard alone, and decides. One story in order. */
test.describe.configure({ mode: 'serial' })

const pairs = 40
let server: ConsoleServer
let page: Page
let session: Session

const api = async <Answer>(path: string, body?: object) =>
  (await server.api<Answer>(path, body ? { method: 'POST', body } : {})).body
const read = () => api<Session>(`/gateway/qa/sessions/${session.session_id}`)

test.beforeAll(async ({ browser }) => {
  server = await startConsole()
  page = await browser.newPage()
  const deployment = await served(server)
  const suite = await api<Suite>('/gateway/qa/suites', {
    name: 'Refunds',
    cases: Array.from({ length: pairs }, (_, at) => ({
      key: `refund-${at + 1}`,
      turns: [{ do: 'send', text: `refund €${at + 1} for order 4411` }],
    })),
  })
  session = await api<Session>('/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    is_blind: true,
    targets: ['approval', 'faulty'].map((assistant_id) => ({
      connection_id: 'local',
      deployment_id: deployment.id,
      revision_id: null,
      assistant_id,
    })),
  })
  await expect.poll(async () => (await read()).status, { timeout: minutes(1) }).toBe('done')
})
test.afterAll(async () => {
  await page?.close()
  expect(await server?.stop()).toBe(0)
})

test('forty pairs are judged with three keys each, and nothing tells which is which', async () => {
  const answers: string[] = []
  page.on('response', async (response) => {
    // All that the page asks for: what lies around it reads nothing meanwhile.
    if (!/\.(js|css|woff2|svg|png|ico)$/.test(new URL(response.url()).pathname)) {
      answers.push(await response.text().catch(() => ''))
    }
  })
  await page.goto(`${server.url}/qa/sessions/${session.session_id}/review/0`)
  for (let at = 1; at <= pairs; at += 1) {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`refund-${at}`)
    await expect(page.getByRole('heading', { name: 'Answer B' }).first()).toBeVisible()
    for (const key of ['1', '2', at % 2 ? 'a' : 'b']) await page.keyboard.press(key)
  }
  await expect(page.getByRole('heading', { name: `All ${pairs} cases are judged` })).toBeVisible()
  await expect.poll(async () => (await read()).judged).toBe(pairs)
  expect(await accessibilityFaults(page)).toEqual([])
  const seen = [...answers, await page.content()].join('\n')
  const served = await api<{ resources: Deployment[] }>('/api-host/v2/deployments')
  for (const { id, active_revision_id } of served.resources) {
    for (const telling of [id, active_revision_id ?? id]) expect(seen).not.toContain(telling)
  }
  for (const telling of ['approval', 'faulty', 'deployment_id', 'run_id', 'thread_id']) {
    expect(seen, telling).not.toContain(`"${telling}"`)
  }
  expect(seen).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}/)
})

test('once it is closed the results say which, and the decision is made there', async () => {
  await page.goto(`${server.url}/qa/sessions/${session.session_id}`)
  await page.getByRole('button', { name: 'More about this session' }).click()
  await page.getByRole('menuitem', { name: /^Close/ }).click()
  await page.getByRole('button', { name: 'Close session' }).click()
  await expect(page.getByRole('table', { name: 'Cases' })).toBeVisible()
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(page.getByRole('heading', { name: 'Regressions' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Why' }).fill('It fails where the other one asks.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('It fails where the other one asks.')).toBeVisible()
  await page.getByRole('button', { name: 'Download report' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /HTML/i }).click()
  expect((await download).suggestedFilename()).toMatch(/\.html$/)
})
