import type { Page } from '@playwright/test'
import { heapMb, percentile, taskMs } from '../page-costs.ts'
import { endMark } from './script.ts'

export type Subject = 'ours' | 'usual' | 'plain' | 'floor'
type Server = Awaited<ReturnType<typeof import('./server.ts').startScriptedServer>>

export interface StreamFigures {
  /** Milliseconds of the main thread while the answer streamed. */
  mainThreadMs: number
  lastByteToScreenMs: number
  /** How often the text on the screen changed, in a second. */
  drawingsASecond: number
  longestTaskMs: number
  tasksOver50: number
  /** From a key to the next frame, 95th percentile; null when nobody typed. */
  inputP95Ms: number | null
}

const restMs = 1_500

/** Streams one answer of 6,000 tokens and 24 KB; with `types` somebody types meanwhile. */
export async function measureStream(
  page: Page,
  server: Server,
  subject: Subject,
  types: boolean,
): Promise<StreamFigures> {
  await page.goto(`${server.url}/?subject=${subject}&thread=${subject}-${Date.now()}`)
  await page.locator('#start').waitFor({ state: 'attached' })
  // The page has been opened, and what it does then is not the stream's doing.
  await page.waitForTimeout(restMs)
  const cdp = await page.context().newCDPSession(page)
  // Processor time of the thread: what else the machine does is not the page's doing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(watchTasks)
  const before = await taskMs(cdp)
  await page.evaluate(() => document.getElementById('start')?.click())
  if (types) await type(page, server, Date.now())
  const seen = page.waitForFunction(
    (mark) => document.body.textContent?.includes(mark),
    `${endMark}-1`,
    { polling: types ? 100 : 500, timeout: 180_000 },
  )
  await seen
  const mainThreadMs = (await taskMs(cdp)) - before
  const tasks = await page.evaluate(() => (window as unknown as Watched).tasks)
  const inputs = await page.evaluate(() => (window as unknown as Watched).inputs)
  await cdp.detach()
  return {
    mainThreadMs,
    ...(await watchText(page, server, subject)),
    longestTaskMs: Math.max(0, ...tasks),
    tasksOver50: tasks.filter((ms) => ms > 50).length,
    inputP95Ms: types ? percentile(inputs, 0.95) : null,
  }
}

interface Watched {
  tasks: number[]
  inputs: number[]
}

function watchTasks(): void {
  const watched = window as unknown as Watched
  watched.tasks = []
  watched.inputs = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.tasks.push(entry.duration)
  }).observe({ type: 'longtask' })
  document.addEventListener(
    'keydown',
    (event) => {
      const at = event.timeStamp
      // The task after the frame's callbacks runs when the frame has been handed over.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => watched.inputs.push(performance.now() - at)
        channel.port2.postMessage(null)
      })
    },
    { capture: true },
  )
}

/** A second run of the same kind, watched all along: watching costs, so it is not the run that is timed. */
async function watchText(page: Page, server: Server, subject: Subject) {
  await page.goto(`${server.url}/?subject=${subject}&thread=${subject}-lag-${Date.now()}`)
  await page.locator('#start').waitFor({ state: 'attached' })
  const before = server.lastByteAt()
  await page.evaluate(() => document.getElementById('start')?.click())
  const began = Date.now()
  const seen = await page.evaluate(
    (mark) =>
      new Promise<{ at: number; drawings: number }>((resolve) => {
        let drawings = 0
        const watcher = new MutationObserver(() => {
          drawings += 1
          // Its last lines are enough: the whole text is long.
          if (!document.body.textContent?.slice(-30_000).includes(mark)) return
          watcher.disconnect()
          requestAnimationFrame(() => resolve({ at: Date.now(), drawings }))
        })
        watcher.observe(document.body, { childList: true, characterData: true, subtree: true })
      }),
    `${endMark}-1`,
  )
  while (server.lastByteAt() === before) await page.waitForTimeout(5)
  return {
    lastByteToScreenMs: Math.max(0, seen.at - server.lastByteAt()),
    drawingsASecond: (1000 * seen.drawings) / (seen.at - began),
  }
}

async function type(page: Page, server: Server, from: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).click()
  while (server.lastByteAt() < from) {
    await page.keyboard.press('a')
    await page.waitForTimeout(60)
  }
}

export interface OpenFigures {
  readableMs: number
  elements: number
  heapMb: number
}

/** Opens a thread of so many messages, in a page that is loaded already once. */
export async function measureOpen(
  page: Page,
  server: Server,
  length: number,
): Promise<OpenFigures> {
  await page.goto('about:blank')
  await page.goto(`${server.url}/?subject=ours&thread=long-${length}`, { waitUntil: 'commit' })
  const readableMs = await page.evaluate(
    (mark) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const log = document.querySelector('[role=log]')
          const opened = performance.getEntriesByName('open')[0]?.startTime ?? 0
          if (!log?.textContent?.includes(mark)) return requestAnimationFrame(look)
          requestAnimationFrame(() => resolve(performance.now() - opened))
        }
        look()
      }),
    endMark,
  )
  await page.waitForTimeout(500)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { readableMs, elements, heapMb: await heapMb(page) }
}
