import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startServer } from '../../src/server/process/start-server.ts'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { startAgentServer } from '../thread/agent-server.ts'
import { measureStream, type Place } from '../thread/measure.ts'
import { measureOpening } from './opening.ts'
import { report } from './report.ts'

/**
 * `npm run bench:embed [-- --rounds=3 --slow=1000]`: the chat of an embed on a page of another site, through the
 * gateway, against a scripted agent server; beside it a bare page that appends the same bytes, as the floor. `--slow`
 * tokens are streamed at 50 a second.
 */
const option = (name: string, usual: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? usual)
const rounds = option('rounds', 3)
const slowTokens = option('slow', 1000)

const builder = path.join(import.meta.dirname, '../../src/cli/build.mjs')
execFileSync(process.execPath, [builder], { stdio: ['ignore', 'ignore', 'inherit'] })
const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-embed-'))
const agent = await startAgentServer()
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir: folder,
  hasExamples: false,
  hasSignIn: false,
})
let script = ''
const site = http
  .createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Shop</title><h1>A shop</h1>${script}`)
  })
  .listen(0, '127.0.0.1')
await once(site, 'listening')
// Another name than the server's: another site for the browser.
const origin = `http://localhost:${(site.address() as AddressInfo).port}`
const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_FLAGS })
try {
  const post = async <Answer>(at: string, body: object) => {
    const answer = await fetch(server.url + at, {
      method: 'POST',
      headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const connection = await post<{ id: string }>('/gateway/connections', {
    name: 'Scripted',
    kind: 'agent_server',
    base_url: agent.url,
  })
  const embed = await post<{ key: string }>('/gateway/embeds', {
    name: 'Shop',
    connection_id: connection.id,
    deployment_id: connection.id,
    assistant_id: 'agent',
    allowed_origins: [origin],
    title: 'Shop',
    visitor_messages_per_minute: 100,
  })
  script = `<script src="${server.url}/widget.js" data-embed="${embed.key}" async></script>`
  const inChat: Place = {
    box: 'Write a message',
    host: 'quarterdeck-chat',
    open: (page: Page) => page.getByRole('button', { name: 'Open chat' }).click(),
  }
  const subjects = {
    floor: { address: () => `${agent.url}/bare/stream#${randomUUID()}`, place: undefined },
    ours: { address: () => origin, place: inChat },
  }
  const measured = { floor: empty(), ours: empty() }
  const opened: Awaited<ReturnType<typeof measureOpening>>[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const who of ['floor', 'ours'] as const) {
      console.error(`Round ${round} of ${rounds}: ${who}`)
      const { address, place } = subjects[who]
      const stream = async (rate: number, tokens: number | undefined, types: boolean) => {
        agent.setRate(rate, tokens)
        // Somebody who has never been there, so that each answer is the first of a conversation.
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        const page = await context.newPage()
        // The loader of this file names inner functions with a helper that a page does not have.
        await page.addInitScript('globalThis.__name = (named) => named')
        const figures = await measureStream(page, agent, address(), types, place)
        await context.close()
        return figures
      }
      measured[who].fast.push(await stream(1000, undefined, false))
      measured[who].typing.push(await stream(1000, undefined, true))
      measured[who].slow.push(await stream(50, slowTokens, false))
    }
    opened.push(await measureOpening(browser, origin, inChat))
  }
  console.error(JSON.stringify({ measured, opened }))
  console.log(report(measured.ours, measured.floor, opened))
} finally {
  await browser.close()
  site.closeAllConnections()
  site.close()
  agent.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

function empty() {
  return {
    fast: [] as Awaited<ReturnType<typeof measureStream>>[],
    slow: [] as Awaited<ReturnType<typeof measureStream>>[],
    typing: [] as Awaited<ReturnType<typeof measureStream>>[],
  }
}
