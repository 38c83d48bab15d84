import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { BROWSER_FLAGS, requireBrowser } from '../../test/e2e/browser.ts'
import { heapMb } from '../page-costs.ts'
import { measureOpen, measureStream, type StreamFigures, type Subject } from './measure.ts'
import { report } from './report.ts'
import { startScriptedServer } from './server.ts'

/**
 * `npm run bench:chat [-- --rounds=3 --answers=10]`: the chat in a real Chromium against a scripted
 * server, beside a page that only appends the text (the floor) and one that parses and draws the whole
 * message again for every token (the usual way). `--answers` are streamed one after the other for the
 * memory: 300 are half an hour of 1,000 tokens a second.
 */
const option = (name: string, usual: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? usual)
const rounds = option('rounds', 3)
const answers = option('answers', 10)

const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-chat-'))
await build({
  root: path.join(import.meta.dirname, 'page'),
  configFile: path.join(import.meta.dirname, '../../vite.config.ts'),
  logLevel: 'error',
  build: { outDir: folder, emptyOutDir: true },
  ...{ base: './' },
})
const server = await startScriptedServer(folder)
const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_FLAGS })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  const streams = new Map<Subject, StreamFigures[]>()
  for (let round = 0; round < rounds; round += 1) {
    console.error(`Round ${round + 1} of ${rounds}`)
    for (const subject of ['floor', 'ours', 'plain', 'usual'] as const) {
      const figures = await measureStream(page, server, subject, false)
      streams.set(subject, [...(streams.get(subject) ?? []), figures])
    }
  }
  console.error('Typing')
  const typing = await measureStream(page, server, 'ours', true)
  console.error('Long threads')
  await measureOpen(page, server, 500)
  const opened = [await measureOpen(page, server, 500), await measureOpen(page, server, 2000)]
  console.error('Memory')
  await page.goto(`${server.url}/?subject=ours&thread=memory`)
  const heap: number[] = []
  server.setRate(5000)
  for (let answer = 1; answer <= answers; answer += 1) {
    await page.evaluate(() => document.getElementById('start')?.click())
    await page.getByText(`THE-END-${answer}`, { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' })
    heap.push(await heapMb(page))
  }
  console.log(report({ streams, typing, opened, heap }))
} finally {
  await browser.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
}
