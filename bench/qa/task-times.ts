import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time, in microseconds. */
  tdur?: number
}

/**
 * Records what the main thread of a page works on from now on.
 * @returns what ends it, and answers the processor time of each task, in ms
 */
export async function traceTasks(page: Page): Promise<() => Promise<number[]>> {
  const browser = page.context().browser()
  if (!browser) throw new Error('This page has no browser of its own.')
  const mark = `measured ${crypto.randomUUID()}`
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  // Tells which of the browser's threads is this page's.
  await page.evaluate((name) => performance.mark(name), mark)
  return async () => {
    const text = (await browser.stopTracing()).toString('utf8')
    const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] }
    const own = traceEvents.find(({ name }) => name === mark)
    if (!own) throw new Error('The trace says nothing of this page.')
    return traceEvents.flatMap(({ name, ph, pid, tid, tdur = 0 }) =>
      name.endsWith('RunTask') && ph === 'X' && pid === own.pid && tid === own.tid
        ? [tdur / 1_000]
        : [],
    )
  }
}
