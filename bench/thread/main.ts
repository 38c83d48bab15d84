import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { connectionBase } from '../../src/contract/pages/connection-address.ts'
import { startServer } from '../../src/server/process/start-server.ts'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { startAgentServer } from './agent-server.ts'
import { measureFresh, measureScroll, measureStream, openThread, type Subject } from './measure.ts'
import { report } from './report.ts'

/**
 * `npm run bench:thread [-- --rounds=3 --slow=1000]`: the whole console's page of a thread, with its list of threads
 * and its inspector, through the gateway, against a scripted agent server; beside it bare pages as the floor. `--slow`
 * tokens are streamed at 50 a second.
 */
const option = (name: string, usual: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? usual)
const rounds = option('rounds', 3)
const slowTokens = option('slow', 1000)
const long = 2000

const builder = path.join(import.meta.dirname, '../../src/cli/build.mjs')
execFileSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-thread-'))
const agent = await startAgentServer()
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir: folder,
  hasExamples: false,
  hasSignIn: false,
})
const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_FLAGS })
try {
  const answer = await fetch(`${server.url}/gateway/connections`, {
    method: 'POST',
    headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Scripted', kind: 'agent_server', base_url: agent.url }),
  })
  const { id } = (await answer.json()) as { id: string }
  const threads = `${server.url}${connectionBase(id)}/deployments/${id}/threads`
  let made = 0
  const name = () => {
    made += 1
    return `stream-${made}`
  }
  const ours: Subject = {
    stream: () => `${threads}/${name()}`,
    thread: (length) => `${threads}/long-${length}`,
    fresh: () => `${threads}/new`,
  }
  const floor: Subject = {
    stream: () => `${agent.url}/bare/stream#${name()}`,
    thread: (length) => `${agent.url}/bare/thread#long-${length}`,
    fresh: () => `${agent.url}/bare/stream`,
  }
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  // A thread is opened at its end each time, not where the last visit left it.
  await page.addInitScript('sessionStorage.clear()')
  const measured = { floor: empty(), ours: empty() }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [who, subject] of [
      ['floor', floor],
      ['ours', ours],
    ] as const) {
      console.error(`Round ${round} of ${rounds}: ${who}`)
      const figures = measured[who]
      agent.setRate(1000)
      console.error('  1,000 tokens a second')
      figures.fast.push(await measureStream(page, agent, subject.stream(), false))
      console.error('  typing')
      figures.typing.push(await measureStream(page, agent, subject.stream(), true))
      console.error('  50 tokens a second')
      agent.setRate(50, slowTokens)
      figures.slow.push(await measureStream(page, agent, subject.stream(), false))
      console.error('  a long thread')
      figures.scroll.push(await measureScroll(page, subject.thread(long)))
      figures.readableMs.push(await openThread(page, subject.thread(long)))
      console.error('  a new thread')
      figures.fresh.push(await measureFresh(browser, subject.fresh()))
    }
  }
  console.error(JSON.stringify(measured))
  console.log(report(measured.ours, measured.floor))
} finally {
  await browser.close()
  agent.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

function empty() {
  return {
    fast: [] as Awaited<ReturnType<typeof measureStream>>[],
    slow: [] as Awaited<ReturnType<typeof measureStream>>[],
    typing: [] as Awaited<ReturnType<typeof measureStream>>[],
    scroll: [] as Awaited<ReturnType<typeof measureScroll>>[],
    readableMs: [] as number[],
    fresh: [] as Awaited<ReturnType<typeof measureFresh>>[],
  }
}
