import type { CDPSession, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time of the thread in microseconds: other programs on a busy machine do not count. */
  tdur?: number
  args?: { data?: { url?: string; scriptName?: string } }
}

/**
 * The longest task of the page in which a script from `origin` ran, in milliseconds of processor time,
 * from the call on to `stop`.
 */
export async function traceTasks(page: Page, origin: string) {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'toplevel',
      ],
    },
  })
  return {
    async stop(): Promise<{ longestMs: number; count: number }> {
      const isComplete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
      await devtools.send('Tracing.end')
      await isComplete
      const own = events.filter(({ args }) => {
        const { url = '', scriptName = '' } = args?.data ?? {}
        return url.startsWith(origin) || scriptName.startsWith(origin)
      })
      const tasks = events.filter(
        (task) =>
          /RunTask$/.test(task.name) &&
          own.some(
            ({ pid, tid, ts }) =>
              pid === task.pid &&
              tid === task.tid &&
              ts >= task.ts &&
              ts <= task.ts + (task.dur ?? 0),
          ),
      )
      return {
        longestMs: Math.max(0, ...tasks.map(({ tdur }) => tdur ?? 0)) / 1_000,
        count: tasks.length,
      }
    },
  }
}
