import type { Page } from '@playwright/test'
import { percentile, taskMs } from '../page-costs.ts'

export interface ScrollFigures {
  /** Processor time of the page's thread for a frame, in ms: at 60 frames a second there are 16.7. */
  threadMsPerFrame: number
  /** From frame to frame, 95th percentile, in ms. */
  frameP95Ms: number
  elements: number
}

/** Scrolls down a table by so many pixels in each of so many frames, and back to its beginning. */
export async function measureScroll(
  page: Page,
  frames: number,
  pixels: number,
): Promise<ScrollFigures> {
  const cdp = await page.context().newCDPSession(page)
  // Processor time of the thread: what else the machine does is not the page's doing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskMs(cdp)
  const intervals = await page.evaluate(
    ([count, pixels]) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let last = performance.now()
        const step = () => {
          const now = performance.now()
          times.push(now - last)
          last = now
          scrollBy(0, pixels)
          if (times.length < count) requestAnimationFrame(step)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(step)
      }),
    [frames, pixels] as const,
  )
  const threadMs = (await taskMs(cdp)) - before
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await page.evaluate(() => scrollTo(0, 0))
  await cdp.detach()
  return { threadMsPerFrame: threadMs / frames, frameP95Ms: percentile(intervals, 0.95), elements }
}

/**
 * Types a text into a box, and answers for the slowest key how long it took until the count below the list
 * had followed and was on the screen, in ms.
 */
export async function measureTyping(page: Page, box: string, text: string): Promise<number> {
  const input = page.getByRole('searchbox', { name: box })
  await input.click()
  const times: number[] = []
  for (const key of text) {
    const followed = page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          setTimeout(() => reject(new Error('The list did not follow.')), 30_000)
          const main = document.querySelector('main')
          const count = () =>
            [...(main?.querySelectorAll('p, h2, [role=status]') ?? [])]
              .map((part) => part.textContent ?? '')
              .filter((words) => /^(\d|No )/.test(words))
              .join()
          const shown = count()
          document.addEventListener(
            'keydown',
            ({ timeStamp }) => {
              const look = () => {
                if (count() === shown) return requestAnimationFrame(look)
                // The task after the frame's callbacks runs when the frame has been handed over.
                requestAnimationFrame(() => {
                  const channel = new MessageChannel()
                  channel.port1.onmessage = () => resolve(performance.now() - timeStamp)
                  channel.port2.postMessage(null)
                })
              }
              requestAnimationFrame(look)
            },
            { capture: true, once: true },
          )
          document.documentElement.dataset.bench = 'listens'
        }),
    )
    await page.waitForFunction(() => document.documentElement.dataset.bench === 'listens')
    await input.press(key)
    times.push(await followed)
    await page.evaluate(() => delete document.documentElement.dataset.bench)
  }
  await input.fill('')
  return Math.max(...times)
}

/**
 * In place of the list a table with every row of it in the document, made of copies of one, with a box that
 * hides those that do not match: what a list without a window costs.
 */
export async function drawEveryRow(page: Page, count: number): Promise<void> {
  await page.evaluate((rows) => {
    const drawn = document.querySelector('main table')
    const model = drawn?.querySelector('tbody tr:not([aria-hidden])')
    const table = drawn?.cloneNode(true) as HTMLTableElement | undefined
    const body = table?.tBodies[0]
    if (!table || !body || !model) throw new Error('There is no table to copy.')
    body.replaceChildren(
      ...Array.from({ length: rows }, (_, index) => {
        const row = model.cloneNode(true) as HTMLElement
        const link = row.querySelector('a')
        if (link) link.textContent = `row ${String(index + 1).padStart(5, '0')}`
        return row
      }),
    )
    const main = document.createElement('main')
    const box = document.createElement('input')
    box.type = 'search'
    box.setAttribute('aria-label', 'Every row')
    const told = document.createElement('p')
    told.textContent = `${rows} of ${rows}`
    box.addEventListener('input', () => {
      let shown = 0
      for (const row of body.rows) {
        const isIn = row.querySelector('a')?.textContent?.includes(box.value) ?? false
        row.hidden = !isIn
        if (isIn) shown += 1
      }
      told.textContent = `${shown} of ${rows}`
    })
    main.append(box, told, table)
    document.body.replaceChildren(main)
  }, count)
}
