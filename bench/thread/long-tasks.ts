import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** In microseconds: by the clock, and of the thread's processor. */
  dur?: number
  tdur?: number
  args?: { name?: string; data?: { frames?: readonly { processId?: number; url?: string }[] } }
}

/**
 * Records the tasks of the page's main thread. `end` answers those that needed its processor for more than 50 ms: a
 * task that waited for a busy machine is not the page's doing.
 */
export async function longTasks(page: Page) {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  })
  return {
    async end(): Promise<readonly number[]> {
      const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
        traceEvents: readonly TraceEvent[]
      }
      const { traceEvents } = trace
      const started = traceEvents.find(({ name }) => name === 'TracingStartedInBrowser')
      const frames = started?.args?.data?.frames ?? []
      const pid = frames.findLast(({ url }) => url?.startsWith('http'))?.processId
      const main = traceEvents.find(
        ({ name, args, pid: of }) =>
          name === 'thread_name' && args?.name === 'CrRendererMain' && (!pid || of === pid),
      )
      return traceEvents
        .filter(({ pid: of, tid, ph }) => of === main?.pid && tid === main?.tid && ph === 'X')
        .filter(({ name }) => name === 'RunTask' || name.endsWith('RunTask'))
        .map(({ tdur, dur }) => Math.round((tdur ?? dur ?? 0) / 1000))
        .filter((ms) => ms > 50)
    },
  }
}
