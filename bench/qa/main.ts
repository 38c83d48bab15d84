import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { Deployment } from '../../src/contract/control-plane/deployments.ts'
import type { Session } from '../../src/contract/qa/sessions.ts'
import type { Suite } from '../../src/contract/qa/suites.ts'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { startConsole } from '../../test/e2e/console-server.ts'
import { drawPlainRows, measureWheel } from './measure.ts'
import { type Figures, report } from './report.ts'

/**
 * `npm run bench:qa [-- --cases 200 --rounds 5]`: the grid of a session of so many cases on two targets, three times
 * each, turned by the wheel down and up in a real Chromium, while its attempts come in and when it has ended, beside a
 * bare page with as many plain table rows. The server is a process of its own; the attempts are real.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
  },
})
const [cases, rounds] = [Number(values.cases), Number(values.rounds)]
const repeats = 3

const builder = path.join(import.meta.dirname, '../../src/cli/build.mjs')
execFileSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
const server = await startConsole()
const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_FLAGS })
try {
  const session = await begin()
  const at = `/gateway/qa/sessions/${session.session_id}`
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(`${server.url}/qa/sessions/${session.session_id}`)
  const table = page.getByRole('table', { name: 'Cases' })
  await table.waitFor()
  await page.getByRole('checkbox', { name: 'Follow what runs' }).uncheck()

  const figures: Figures = { running: [], ended: [], plain: [] }
  for (;;) {
    const { status, ended_attempts, attempts } = await json<Session>(at)
    const longest = Math.max(0, ...(figures.running.at(-1)?.frames ?? [])).toFixed(0)
    console.error(`${longest} ms; ${ended_attempts} of ${attempts} attempts have ended`)
    if (status !== 'running') break
    const round = await measureWheel(page, table)
    // One that ended meanwhile is of both kinds.
    if ((await json<Session>(at)).status === 'running') figures.running.push(round)
  }
  await page.getByText('Done', { exact: true }).first().waitFor()
  const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await bare.evaluate('globalThis.__name = (named) => named')
  const plain = await drawPlainRows(bare, cases)
  // In turns, so that what else the machine does falls on both.
  for (let round = 0; round < rounds; round += 1) {
    await page.bringToFront()
    figures.ended.push(await measureWheel(page, table))
    await bare.bringToFront()
    figures.plain.push(await measureWheel(bare, plain))
  }
  console.log(report(`${cases} cases × 2 targets × ${repeats} repeats`, figures))
} finally {
  await browser.close()
  await server.stop()
}

async function begin(): Promise<Session> {
  const deployment = await served()
  const { suite_id } = await json<Suite>('/gateway/qa/suites', {
    name: 'Grid',
    cases: Array.from({ length: cases }, (_, at) => ({
      key: `refund-${at + 1}`,
      tags: [at % 2 ? 'odd' : 'even'],
      turns: [{ do: 'send', text: `refund €${at + 1} for order 4411` }],
      checks: [{ check: 'contains', text: 'approval' }],
    })),
  })
  const targets = ['approval', 'faulty'].map((assistant_id) => ({
    connection_id: 'local',
    deployment_id: deployment.id,
    assistant_id,
  }))
  const asked = { suite_id, targets, repeats, caps: { at_once: 4 } }
  return json<Session>('/gateway/qa/sessions', asked)
}

async function served(): Promise<Deployment> {
  for (;;) {
    const at = '/api-host/v2/deployments'
    const [examples] = (await json<{ resources: Deployment[] }>(at)).resources
    if (examples?.active_revision_id) return examples
    await delay(200)
  }
}

async function json<Answer>(at: string, body?: unknown): Promise<Answer> {
  const answer = await server.api<Answer>(at, body ? { method: 'POST', body } : {})
  if (answer.status >= 400) throw new Error(`${at} answered ${answer.status}.`)
  return answer.body
}
