import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Run } from '../../src/contract/agent-server/runs.ts'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import { makeRepository } from '../helpers/git.ts'
import { printingProject } from '../helpers/printing-project.ts'
import { type ConsoleServer, startConsole } from './console-server.ts'
import { accessibilityFaults, settled } from './page-checks.ts'
import { served } from './served.ts'

/** A log is followed, left, read in full and kept, and each line of it leads to the run that printed it. */
test.describe.configure({ mode: 'serial' })

let server: ConsoleServer
let deployment: Deployment

test.beforeAll(async ({ browserName: _any }, info) => {
  server = await startConsole([], { QUARTERDECK_EXAMPLES: 'false' })
  const { folder } = await makeRepository(
    path.join(info.project.outputDir, 'printing'),
    printingProject,
  )
  await server.api('/api-host/v2/deployments', {
    method: 'POST',
    body: {
      name: 'agent',
      source: 'github',
      source_config: { repo_url: folder },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    },
  })
  deployment = await served(server, 'agent')
})
test.afterAll(() => server?.stop())

/** A run that prints lines, and has ended. */
async function printed(...lines: string[]): Promise<Run> {
  const post = async <Answer>(at: string, body: object) =>
    (await server.api<Answer>(`/agents/agent${at}`, { method: 'POST', body })).body
  const { thread_id } = await post<Run>('/threads', {})
  const run = await post<Run>(`/threads/${thread_id}/runs`, {
    assistant_id: 'agent',
    input: { lines },
  })
  await server.api(`/agents/agent/threads/${thread_id}/runs/${run.run_id}/join`)
  return run
}

async function openLog(page: Page) {
  const revision = `/deployments/${deployment.id}/revisions/${deployment.active_revision_id}`
  await page.goto(`${server.url}${revision}?log=agent`)
  const log = page.getByRole('log')
  const line = (text: string) => log.locator('[data-index]').filter({ hasText: text })
  return { log, line }
}

const runPage = (run: Run) =>
  `/deployments/${deployment.id}/threads/${run.thread_id}/runs/${run.run_id}`

test('a line leads to its run, by mouse and by keyboard; of one that is gone it does not', async ({
  page,
}) => {
  const gone = await printed('of a run that is gone')
  await server.api(`/agents/agent/threads/${gone.thread_id}/runs/${gone.run_id}`, {
    method: 'DELETE',
  })
  const run = await printed('leads to its run', 'Traceback: as well')
  const { log, line } = await openLog(page)
  await line('leads to its run').getByRole('link', { name: /^Run / }).click()
  await expect(page.getByText('Logs of this run')).toBeVisible()
  expect(page.url()).toContain(runPage(run))
  // The lines there are of no other run.
  await expect(page.getByRole('log').getByText('Traceback')).toBeVisible()
  await expect(page.getByRole('log').getByRole('link')).toHaveCount(0)

  await page.goBack()
  await expect(line('of a run that is gone')).toBeVisible()
  await expect(line('of a run that is gone').getByRole('link')).toHaveCount(0)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    expect(await accessibilityFaults(page)).toEqual([])
  }
  await log.focus()
  await page.keyboard.press('E')
  await page.keyboard.press('r')
  await expect(page.getByText('Logs of this run')).toBeVisible()
  expect(page.url()).toContain(runPage(run))
})

test('the newest line stays in sight until the reader leaves it; in full screen the place is kept, and all of it can be kept', async ({
  page,
}) => {
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at + 1} of many`)
  await printed(...lines)
  const { log, line } = await openLog(page)
  await expect(line('line 400 of many')).toBeInViewport()
  await printed('one more')
  await expect(line('one more')).toBeInViewport()

  await log.focus()
  await page.keyboard.press('Home')
  const newest = page.getByRole('button', { name: 'Newest lines' })
  await expect(newest).toBeVisible()
  const count = page.getByRole('status').filter({ hasText: / lines/ })
  const before = await count.textContent()
  await printed('while nobody looked')
  await expect(count).not.toHaveText(before ?? '')
  await expect(line('while nobody looked')).toHaveCount(0)
  const first = await log.locator('[data-index]').first().textContent()
  await page.getByRole('button', { name: 'Full screen' }).click()
  const full = page.getByRole('dialog').getByRole('log')
  await expect(full.locator('[data-index]').first()).toHaveText(first ?? '')
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await newest.click()
  await expect(line('while nobody looked')).toBeInViewport()

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  for (const each of [...lines, 'one more', 'while nobody looked']) {
    expect(text).toMatch(new RegExp(`INFO ${each}$`, 'm'))
  }
})
