import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startServer } from '../../src/server/process/start-server.ts'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { percentile } from '../page-costs.ts'

/**
 * `npm run bench:pages`: how soon the main pages are there on a slow phone: a first visit in a real Chromium
 * whose processor is slowed to a quarter and whose network has 1.6 Mbit/s and 150 ms to and fro, beside a
 * second visit with the files kept.
 */
const visits = 3
const builder = path.join(import.meta.dirname, '../../src/cli/build.mjs')
execFileSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-pages-'))
const server = await startServer({ port: 0, host: '127.0.0.1', dataDir: folder, hasSignIn: false })
const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_FLAGS })
try {
  const [first, again] = [new Map<string, Speed[]>(), new Map<string, Speed[]>()]
  const pages = await mainPages()
  for (let visit = 0; visit < visits; visit += 1) {
    for (const [name, at] of Object.entries(pages)) {
      const [one, two] = await visitTwice(browser, server.url + at)
      first.set(name, [...(first.get(name) ?? []), one])
      again.set(name, [...(again.get(name) ?? []), two])
    }
  }
  console.log(
    `load ${os.loadavg()[0]?.toFixed(1)}, median of ${visits}, in ms: first visit (second)\n`,
  )
  console.log('| Page | First paint | Largest paint | Blocked |\n|---|---|---|---|')
  for (const name of Object.keys(pages)) {
    const cells = (['first', 'largest', 'blocked'] as const).map((part) => {
      const middle = (speeds: readonly Speed[] = []) =>
        Math.round(
          percentile(
            speeds.map((speed) => speed[part]),
            0.5,
          ),
        )
      return `${middle(first.get(name))} (${middle(again.get(name))})`
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
} finally {
  await browser.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

interface Speed {
  /** When something was painted first, and the largest part, since the address was opened. */
  first: number
  largest: number
  /** What tasks took beyond 50 ms each. */
  blocked: number
}

async function visitTwice(browser: Browser, url: string): Promise<[Speed, Speed]> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const speeds: [Speed, Speed] = [await speedOf(page, url), await speedOf(page, url)]
  await context.close()
  return speeds
}

async function speedOf(page: Page, url: string): Promise<Speed> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    () =>
      new Promise<Speed>((resolve) => {
        const speed = { first: Number.NaN, largest: Number.NaN, blocked: 0 }
        const read = (entries: PerformanceEntryList) => {
          for (const { entryType, name, startTime, duration } of entries) {
            if (name === 'first-contentful-paint') speed.first = startTime
            else if (entryType === 'largest-contentful-paint') speed.largest = startTime
            else if (entryType === 'longtask') speed.blocked += duration - 50
          }
        }
        for (const type of ['paint', 'largest-contentful-paint', 'longtask']) {
          new PerformanceObserver((list) => read(list.getEntries())).observe({
            type,
            buffered: true,
          })
        }
        // What is kept of the past is told in tasks that come before this one; a slow page may still be drawing.
        const end = () => (Number.isNaN(speed.largest) ? setTimeout(end, 200) : resolve(speed))
        setTimeout(end, 200)
      }),
  )
}

/** The pages with what the examples and one run have put into them. */
async function mainPages(): Promise<Record<string, string>> {
  const deployment = await deployed()
  const agent = new URL(deployment.source_config.custom_url).pathname
  const thread = await ask<{ thread_id: string }>(`${agent}/threads`, {})
  const runs = `${agent}/threads/${thread.thread_id}/runs`
  await ask(`${runs}/wait`, {
    assistant_id: 'guide',
    input: { messages: [{ role: 'user', content: 'How do I deploy an agent?' }] },
  })
  const [run] = await ask<{ run_id: string }[]>(runs)
  const at = `/deployments/${deployment.id}`
  return {
    Deployments: '/deployments',
    Deployment: at,
    'New deployment': '/deployments/new',
    Threads: `${at}/threads`,
    'New thread': `${at}/threads/new`,
    Thread: `${at}/threads/${thread.thread_id}`,
    Run: `${at}/threads/${thread.thread_id}/runs/${run?.run_id}`,
    Feedback: '/feedback',
    Settings: '/settings',
  }
}

/** The examples, once they serve. */
async function deployed() {
  for (;;) {
    const { resources } = await ask<{ resources: Deployment[] }>('/api-host/v2/deployments')
    const found = resources.find(({ latest_revision_status: status }) => status === 'DEPLOYED')
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

interface Deployment {
  id: string
  latest_revision_status: string
  source_config: { custom_url: string }
}

async function ask<Answer>(at: string, body?: unknown): Promise<Answer> {
  const response = await fetch(server.url + at, {
    headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${at} answered ${response.status}.`)
  return (await response.json()) as Answer
}
