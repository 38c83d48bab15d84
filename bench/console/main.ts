import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { openDatabase } from '../../src/server/process/open-database.ts'
import { startServer } from '../../src/server/process/start-server.ts'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { agentProject, makeRepository } from '../../test/helpers/git.ts'
import { heapMb } from '../page-costs.ts'
import { insertDeployments, insertLogLines, insertThreads } from './data.ts'
import { drawEveryRow, measureScroll, measureTyping } from './measure.ts'
import { type ListFigures, type LogFigures, report } from './report.ts'

/**
 * `npm run bench:console [-- --rows=10000 --lines=200000]`: the console's long lists and logs in a real
 * Chromium, against the real server with rows put into its database, beside the same table with every row
 * in the document.
 */
const option = (name: string, usual: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? usual)
const rows = option('rows', 10_000)
const lines = option('lines', 200_000)
const frames = 240
/** A flick, as fast as a list is ever passed, and what a wheel that is turned steadily moves in a frame. */
const flick = 400
const wheel = 100
const runsOfThread = 20
const logParts = 10

const builder = path.join(import.meta.dirname, '../../src/cli/build.mjs')
execFileSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-console-'))
const database = await openDatabase({ url: null, folder: path.join(folder, 'database') })
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir: path.join(folder, 'data'),
  hasExamples: false,
  hasSignIn: false,
  openDatabase: async () => database,
})
const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_FLAGS })
try {
  console.error('Making the rows')
  const repository = await makeRepository(path.join(folder, 'repository'), agentProject('Hello'))
  const [many, some, logged] = [await deploy('threads'), await deploy('runs'), await deploy('log')]
  await insertThreads(database, many.id, { threads: rows, runs: 0, title: 'Conversation' })
  const threads = Math.ceil(rows / runsOfThread)
  await insertThreads(database, some.id, { threads, runs: runsOfThread, title: 'Batch' })
  await insertDeployments(database, rows)

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  const lists: ListFigures[] = []
  const measureList = async (name: string, at: string, read: RegExp, box: string, text: string) => {
    console.error(name)
    const readMs = await open(page, at, read)
    await showMore(page)
    const scroll = await measureScroll(page, frames, flick)
    const slow = await measureScroll(page, frames, wheel)
    const typingMs = await measureTyping(page, box, text)
    const figures = { name, readMs, scroll, slow, typingMs }
    console.error(JSON.stringify(figures))
    lists.push(figures)
  }
  const pages = (id: string) => `/deployments/${id}`
  await measureList(
    'Threads',
    `${pages(many.id)}/threads`,
    new RegExp(`^50 of ${grouped(rows)} threads`),
    'Search threads',
    '77',
  )
  await measureList(
    'Runs',
    `${pages(some.id)}/runs`,
    new RegExp(`^50 of ${grouped(threads * runsOfThread)} runs`),
    'Search runs',
    '77',
  )
  await measureList(
    'Deployments',
    '/deployments',
    new RegExp(`^${grouped(rows + 3)} deployments`),
    'Filter by name',
    '77',
  )
  console.error('Every row')
  await drawEveryRow(page, rows)
  const everyRow = {
    // Slow enough to tell by a quarter of the frames.
    scroll: await measureScroll(page, frames / 4, flick),
    typingMs: await measureTyping(page, 'Every row', '77'),
  }
  console.error('Log')
  const log = await measureLog(page, logged)
  console.log(report(lists, everyRow, log))

  async function deploy(name: string) {
    const made = await api<{ id: string; latest_revision_id: string }>('POST', '', {
      name,
      source: 'github',
      source_config: { repo_url: repository.folder },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    })
    const at = `/${made.id}/revisions/${made.latest_revision_id}`
    for (;;) {
      const { status } = await api<{ status: string }>('GET', at)
      if (status === 'DEPLOYED') return made
      if (/FAILED|INTERRUPTED/.test(status)) throw new Error(`The deployment ${name} is ${status}.`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
} finally {
  await browser.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

/** How long it takes until the page says how many there are, in ms: of all deployments, and of the first threads and runs. */
async function open(page: Page, at: string, read: RegExp): Promise<number> {
  const since = performance.now()
  await page.goto(server.url + at)
  await page.getByRole('main').getByText(read).waitFor({ timeout: 180_000 })
  return performance.now() - since
}

/** A list that the server pages grows to a thousand rows, as far as there are so many. */
async function showMore(page: Page): Promise<void> {
  const more = page.getByRole('main').getByRole('button', { name: 'Show more' })
  for (let shown = 50; shown < Math.min(rows, 1_000) && (await more.count()) > 0; shown += 50) {
    await more.click()
    await page
      .getByRole('main')
      .getByText(new RegExp(`^${grouped(shown + 50)} (of|threads|runs)`))
      .waitFor()
  }
  // Each press has moved the page to its end.
  await page.evaluate(() => scrollTo(0, 0))
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** The lines come in parts while the page is open. */
async function measureLog(
  page: Page,
  { id, latest_revision_id }: { id: string; latest_revision_id: string },
): Promise<LogFigures> {
  // Lines that are put into the database are told to no page: it is asked to look.
  await page.route(/\/gateway\/changes/, (route) => route.abort())
  await page.goto(`${server.url}/deployments/${id}/revisions/${latest_revision_id}`)
  const newer = page.getByRole('button', { name: 'Load newer' })
  await newer.waitFor()
  const heap: number[] = []
  let readMs = 0
  for (let part = 1; part <= logParts; part += 1) {
    const size = lines / logParts
    await insertLogLines(database, latest_revision_id, [size * (part - 1) + 1, size * part])
    const since = performance.now()
    await newer.click()
    await page.waitForFunction(
      (last) => document.querySelector('[role=log]')?.textContent?.includes(last),
      `line ${size * part}:`,
      { timeout: 60_000 },
    )
    readMs += performance.now() - since
    heap.push(await heapMb(page))
  }
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return {
    lines,
    readMs,
    elements,
    heap,
    typingMs: await measureTyping(page, 'Search the log', '77'),
  }
}

async function api<Answer>(method: string, at: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}/api-host/v2/deployments${at}`, {
    method,
    headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${at} answered ${response.status}.`)
  return (await response.json()) as Answer
}
