import type { Locator, Page } from '@playwright/test'
import { taskMs } from '../page-costs.ts'
import { traceTasks } from './task-times.ts'

export interface WheelFigures {
  /** From frame to frame, in ms. */
  frames: number[]
  /** Pieces of the page's own work that took longer than 50 ms. */
  longTasks: number
  /** Processor time of each piece of it, in ms: what else the machine does is not in it. */
  tasks: number[]
  /** Processor time of the page's thread for a frame, in ms. */
  threadMsPerFrame: number
}

/** What the page keeps while the wheel turns. */
interface Kept {
  frames: number[]
  longTasks: number
  isOver: boolean
  observer: PerformanceObserver
}

/** What a wheel moves with a notch, in pixels. */
const notch = 120
const notches = 70

/** Turns the wheel over a table, down to its end and up again, a notch every 16 ms at most. */
export async function measureWheel(page: Page, table: Locator): Promise<WheelFigures> {
  const box = await table.boundingBox()
  if (!box) throw new Error('The table is not on the screen.')
  await page.mouse.move(box.x + box.width / 2, Math.max(box.y, 0) + 200)
  const endTrace = await traceTasks(page)
  const cdp = await page.context().newCDPSession(page)
  // Processor time of the thread: what else the machine does is not the page's doing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskMs(cdp)
  await page.evaluate(() => {
    const kept = globalThis as unknown as Kept
    kept.frames = []
    kept.isOver = false
    kept.longTasks = 0
    kept.observer = new PerformanceObserver((list) => {
      kept.longTasks += list.getEntries().length
    })
    kept.observer.observe({ type: 'longtask' })
    let last: number | null = null
    const step = (at: number) => {
      if (last !== null) kept.frames.push(at - last)
      last = at
      if (!kept.isOver) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  for (const way of [1, -1]) {
    for (let turn = 0; turn < notches; turn += 1) {
      await page.mouse.wheel(0, way * notch)
      await page.waitForTimeout(8)
    }
  }
  const { frames, longTasks } = await page.evaluate(() => {
    const kept = globalThis as unknown as Kept
    kept.isOver = true
    const longTasks = kept.longTasks + kept.observer.takeRecords().length
    kept.observer.disconnect()
    return { frames: kept.frames, longTasks }
  })
  const threadMs = (await taskMs(cdp)) - before
  await cdp.detach()
  const tasks = await endTrace()
  return { frames, longTasks, tasks, threadMsPerFrame: threadMs / frames.length }
}

/** A page with nothing but so many rows of text in a box that scrolls, as high as a row of the grid. */
export async function drawPlainRows(page: Page, rows: number): Promise<Locator> {
  const row = (at: number) =>
    `<tr style="height:38px"><td>${at + 1}</td><td>refund-${at + 1}</td><td>3 of 3</td><td>1.2 s</td><td>3 of 3</td><td>1.3 s</td><td>14 %</td></tr>`
  const body = Array.from({ length: rows }, (_, at) => row(at)).join('')
  await page.setContent(
    `<div style="height:600px;overflow-y:auto"><table style="width:1100px">${body}</table></div>`,
  )
  return page.locator('div')
}
