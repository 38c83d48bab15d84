import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { openDatabase } from '../../src/server/process/open-database.ts'
import { startServer } from '../../src/server/process/start-server.ts'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { startPostgresServer } from '../../test/helpers/postgres-server.ts'
import { percentile } from '../page-costs.ts'
import { fill } from '../runs/fill.ts'
import { type Question, questions } from './questions.ts'
import { insertDeployments, insertLogs, insertPastRuns } from './seed.ts'
import { type Hand, hands } from './steps.ts'
import { deploySupport } from './support.ts'

/**
 * `npm run bench:questions [-- --runs 1000000 --rounds 5]`: six questions of an operator, asked in a real Chromium of an
 * installation with 300 deployments and so many runs on a tenth as many threads, by mouse, by keys and on a phone: how
 * many steps each takes, and how long the console is about it, beside opening the list of deployments.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [runCount, rounds] = [Number(values.runs), Number(values.rounds)]
const screens = {
  mouse: { viewport: { width: 1440, height: 900 } },
  keys: { viewport: { width: 1440, height: 900 } },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

const builder = path.join(import.meta.dirname, '../../src/cli/build.mjs')
execFileSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-questions-'))
const postgres = await startPostgresServer()
const database = await openDatabase({ url: postgres.url, folder: path.join(folder, 'database') })
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
  await fill(database, runCount)
  await insertDeployments(database)
  await insertLogs(database)
  const support = await deploySupport(api, path.join(folder, 'repository'))
  const { deployment, revisions } = support
  await insertPastRuns(database, { deployment, revision: revisions[0], seconds: 1, daysAgo: 6 })
  await insertPastRuns(database, { deployment, revision: revisions[1], seconds: 4, daysAgo: 3 })
  const walks = await Promise.all(
    hands.map(async (hand) => ({
      hand,
      page: await openPage(screens[hand]),
      asked: questions(hand, support),
    })),
  )
  console.log(`${runCount} runs, load ${os.loadavg()[0]?.toFixed(1)}, ${rounds} rounds\n`)
  console.log('| Question | Hand | Steps | Median, ms | Slowest, ms | × opening the list |')
  console.log('|---|---|---:|---:|---:|---:|')
  for (const index of walks[0]?.asked.keys() ?? []) {
    for (const { hand, page, asked } of walks) {
      const question = asked[index]
      if (question) await report(page, hand, question)
    }
  }
} finally {
  await browser.close()
  await server.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function openPage(screen: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(screen)
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  return page
}

async function report(page: Page, hand: Hand, question: Question): Promise<void> {
  const [opened, times]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    await question.prepare?.()
    const opening = await openList(page)
    const took = await ask(page, question)
    // The first round fetches what the others find fetched.
    if (round === 0) continue
    opened.push(opening)
    times.push(took)
  }
  const median = percentile(times, 0.5)
  const cells = [
    question.name,
    hand,
    question.steps.length,
    median.toFixed(0),
    Math.max(...times).toFixed(0),
    (median / percentile(opened, 0.5)).toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** Milliseconds until the list of deployments is there. */
async function openList(page: Page): Promise<number> {
  const since = performance.now()
  await page.goto(`${server.url}/deployments`)
  await page
    .getByRole('main')
    .getByText(/^301 deployments/)
    .waitFor()
  const took = performance.now() - since
  await page.waitForLoadState('networkidle')
  return took
}

/** Milliseconds from the first step until the answer is on the screen. */
async function ask(page: Page, { steps, answer }: Question): Promise<number> {
  const since = performance.now()
  for (const step of steps) await step(page)
  await answer(page).filter({ visible: true }).first().waitFor()
  return performance.now() - since
}

async function api<Answer>(method: string, at: string, body?: unknown): Promise<Answer> {
  const response = await fetch(server.url + at, {
    method,
    headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) {
    throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`)
  }
  return (await response.json()) as Answer
}
