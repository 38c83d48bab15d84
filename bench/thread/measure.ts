import type { Browser, CDPSession, Page } from '@playwright/test'
import { endMark } from '../chat/script.ts'
import { percentile, taskMs } from '../page-costs.ts'
import { longTasks } from './long-tasks.ts'

type Server = Awaited<ReturnType<typeof import('./agent-server.ts').startAgentServer>>

/** What is measured: the console's page of a thread, or a bare one. */
export interface Subject {
  /** A page that streams what its composer sends; each time another thread. */
  stream(): string
  /** A page with a thread of so many messages. */
  thread(length: number): string
  /** A page to write a first message on. */
  fresh(): string
}

export interface StreamFigures {
  /** Processor time of the main thread from the press to the end of the text. */
  mainThreadMs: number
  /** How often the text grew, in a second. */
  growthASecond: number
  lastByteToScreenMs: number
  /** Tasks that took the main thread's processor for more than 50 ms. */
  tasksOver50: readonly number[]
  keyP95Ms: number
}

/** Where the conversation is in a page. */
export interface Place {
  /** Accessible name of the box that is written into. */
  box: string
  /** The element that holds it in a tree of its own; null where it is in the page's. */
  host: string | null
  /** Makes it be there. */
  open(page: Page): Promise<void>
}

const restMs = 1_500
const inPage: Place = { box: 'Message', host: null, open: async () => {} }

/** Streams one answer. With `types` somebody types all the while: that costs, so it is another run. */
export async function measureStream(
  page: Page,
  server: Server,
  address: string,
  types: boolean,
  place: Place = inPage,
): Promise<StreamFigures> {
  await page.goto('about:blank')
  await page.goto(address)
  await place.open(page)
  const box = page.locator(`textarea[aria-label="${place.box}"]`)
  await box.waitFor()
  // The page has been opened, and what it does then is not the stream's doing.
  await page.waitForTimeout(restMs)
  const cdp = await page.context().newCDPSession(page)
  // Processor time of the thread: what else the machine does is not the page's doing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(watch, { mark: endMark, host: place.host })
  const tasks = await longTasks(page)
  await box.click()
  await page.keyboard.type('Go')
  const before = await taskMs(cdp)
  const sentAt = Date.now()
  await page.keyboard.press('Enter')
  while (types && server.lastByteAt() < sentAt) {
    await page.keyboard.press('a')
    await page.waitForTimeout(60)
  }
  await page.waitForFunction(() => (window as unknown as Watched).doneAt > 0, undefined, {
    polling: 250,
    timeout: 300_000,
  })
  const mainThreadMs = (await taskMs(cdp)) - before
  const tasksOver50 = await tasks.end()
  const { growths, doneAt, firstAt, keys } = await page.evaluate(() => {
    const { growths, doneAt, firstAt, keys } = window as unknown as Watched
    return { growths, doneAt, firstAt, keys }
  })
  await cdp.detach()
  return {
    mainThreadMs,
    growthASecond: (1000 * growths) / (doneAt - firstAt),
    lastByteToScreenMs: Math.max(0, doneAt - server.lastByteAt()),
    tasksOver50,
    keyP95Ms: percentile(keys, 0.95),
  }
}

interface Watched {
  growths: number
  firstAt: number
  doneAt: number
  keys: number[]
}

function watch({ mark, host }: { mark: string; host: string | null }): void {
  const watched = window as unknown as Watched
  Object.assign(watched, { growths: 0, firstAt: 0, doneAt: 0, keys: [] })
  const tree = host === null ? document : document.querySelector(host)?.shadowRoot
  const log = tree?.querySelector('[role=log]')
  let length = 0
  const watcher = new MutationObserver(() => {
    const text = log?.textContent ?? ''
    if (text.length === length) return
    length = text.length
    watched.growths += 1
    watched.firstAt ||= Date.now()
    if (!text.slice(-2_000).includes(mark)) return
    watcher.disconnect()
    requestAnimationFrame(() => {
      watched.doneAt = Date.now()
    })
  })
  if (log) watcher.observe(log, { childList: true, characterData: true, subtree: true })
  document.addEventListener(
    'keydown',
    (event) => {
      const at = event.timeStamp
      // The task after the frame's callbacks runs when the frame has been handed over.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => watched.keys.push(performance.now() - at)
        channel.port2.postMessage(null)
      })
    },
    { capture: true },
  )
}

export interface ScrollFigures {
  /** Share of frames that came more than 25 ms after the one before. */
  slowFrames: number
  threadMsPerFrame: number
}

/**
 * Scrolls up from the end of a long thread, 300 pixels in each frame. Between two frames, as wheels and fingers do:
 * what moves within one is taken back by a list that has just measured something.
 */
export async function measureScroll(page: Page, address: string): Promise<ScrollFigures> {
  await openThread(page, address)
  await page.waitForTimeout(restMs)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskMs(cdp)
  const intervals = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const log = document.querySelector('[role=log]')
        const times: number[] = []
        let last = performance.now()
        const step = () => {
          const now = performance.now()
          times.push(now - last)
          last = now
          setTimeout(() => log?.scrollBy(0, -300))
          if (times.length < 400) requestAnimationFrame(step)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(step)
      }),
  )
  const threadMsPerFrame = ((await taskMs(cdp)) - before) / intervals.length
  await cdp.detach()
  return {
    slowFrames: intervals.filter((ms) => ms > 25).length / intervals.length,
    threadMsPerFrame,
  }
}

/** From the beginning of the navigation until the thread's last message is on the screen, in ms. */
export async function openThread(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(
    (mark) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('[role=log]')?.textContent?.includes(mark))
            return requestAnimationFrame(look)
          requestAnimationFrame(() => resolve(performance.now()))
        }
        look()
      }),
    endMark,
  )
}

export interface Visit {
  ms: number
  /** Begun by then. */
  requests: number
  scriptKb: number
}

export interface FreshFigures {
  /** A message can be written, be it before the console is there. */
  usable: Visit
  /** The composer is the console's own. */
  complete: Visit
}

/** A first visit, with nothing kept: how far it is, and what was fetched by then. */
export async function measureFresh(browser: Browser, address: string): Promise<FreshFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  // The loader of this file names inner functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  const cdp = await context.newCDPSession(page)
  const seen = await watchNetwork(cdp)
  await page.addInitScript(() => {
    const watch = (name: string, box: string) => {
      const found = document.querySelector<HTMLTextAreaElement>(box)
      if (!found || found.disabled) return requestAnimationFrame(() => watch(name, box))
      requestAnimationFrame(() => performance.mark(name))
    }
    const box = 'textarea[aria-label="Message"]'
    watch('usable', box)
    watch('complete', `body:not(:has(#early-message)) ${box}`)
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('complete').length > 0)
  const timeOf = (name: string) =>
    page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN, name)
  const times = { usable: await timeOf('usable'), complete: await timeOf('complete') }
  const origin = await page.evaluate(() => performance.timeOrigin)
  await page.waitForLoadState('networkidle')
  const requests = seen()
  await context.close()
  const visit = (ms: number): Visit => {
    const begun = requests.filter(({ at }) => at <= origin + ms)
    const scripts = begun.filter(({ type }) => type === 'Script')
    const scriptKb = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    return { ms, requests: begun.length, scriptKb }
  }
  return { usable: visit(times.usable), complete: visit(times.complete) }
}

async function watchNetwork(cdp: CDPSession) {
  const seen = new Map<string, { at: number; type: string; bytes: number }>()
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, wallTime, type }) =>
    seen.set(requestId, { at: wallTime * 1000, type: type ?? 'Other', bytes: 0 }),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return () => [...seen.values()]
}
