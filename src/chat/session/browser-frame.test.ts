import { describe, expect, it } from 'vitest'
import { createFrames } from './browser-frame.ts'

/** A page whose time, frames and presses the test decides; `costMs` is what layout and painting take. */
function createPage() {
  let now = 1000
  let timers: { at: number; run: () => void }[] = []
  let frames: (() => void)[] = []
  const page = { costMs: 0, pressedAt: Number.NEGATIVE_INFINITY, drawn: [] as number[] }
  const host = {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((item) => item !== timer)
      }
    },
    onFrame(run: () => void) {
      frames.push(run)
      return () => {
        frames = frames.filter((item) => item !== run)
      }
    },
    pressedAt: () => page.pressedAt,
  }
  const schedule = createFrames(host)
  const fireTimers = () => {
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers = timers.filter((item) => item !== timer)
      timer.run()
    }
  }
  return {
    ...page,
    page,
    /** Text that never stops: asks again as soon as it was drawn. */
    stream() {
      const next = () =>
        schedule(() => {
          page.drawn.push(now)
          next()
        })
      next()
    },
    press: () => {
      page.pressedAt = now
    },
    once: () => schedule(() => page.drawn.push(now)),
    /** Lets time pass, with a frame each 16 ms unless the tab is hidden. */
    pass(ms: number, isHidden = false) {
      for (const until = now + ms; now < until; ) {
        now += 16
        const due = isHidden ? [] : frames
        const before = page.drawn.length
        if (due.length > 0) frames = []
        for (const frame of due) frame()
        if (page.drawn.length > before) now += page.costMs
        fireTimers()
      }
    },
    nothingWaits: () => timers.length === 0 && frames.length === 0,
  }
}

describe('frames for text that grows', () => {
  it('draws the first piece with the next frame, then at most every other frame', () => {
    const { page, stream, pass } = createPage()
    stream()
    pass(16)
    expect(page.drawn).toHaveLength(1)
    pass(984)
    expect(page.drawn.length).toBeGreaterThanOrEqual(20)
    expect(page.drawn.length).toBeLessThanOrEqual(32)
  })

  it('draws more rarely where a drawing is dear, and never stands still', () => {
    const { page, stream, pass } = createPage()
    page.costMs = 12
    stream()
    pass(2000)
    const before = page.drawn.length
    pass(1000)
    const dear = page.drawn.length - before
    // Often enough not to jump, and for a part of the time only.
    expect(dear).toBeGreaterThanOrEqual(13)
    expect(dear * page.costMs).toBeLessThan(250)
    page.costMs = 500
    pass(3000)
    const gaps = page.drawn.slice(1).map((at, index) => at - (page.drawn[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(500 + 120 + 48)
  })

  it('leaves a frame to a key that waits, but not for longer than a fifth of a second', () => {
    const { page, once, pass, nothingWaits } = createPage()
    page.pressedAt = Number.POSITIVE_INFINITY
    once()
    pass(200)
    expect(page.drawn).toHaveLength(0)
    pass(40)
    expect(page.drawn).toHaveLength(1)
    expect(nothingWaits()).toBe(true)
  })

  it('draws soon after the keys of somebody who types, and never when the next may be on its way', () => {
    const { page, stream, press, pass } = createPage()
    stream()
    pass(16)
    const sinceKey: number[] = []
    for (let key = 0; key < 20; key += 1) {
      press()
      const before = page.drawn.length
      pass(176)
      for (const at of page.drawn.slice(before)) sinceKey.push(at - page.pressedAt)
    }
    expect(sinceKey.length).toBeGreaterThanOrEqual(19)
    expect(Math.min(...sinceKey)).toBeGreaterThanOrEqual(30)
    expect(Math.max(...sinceKey)).toBeLessThanOrEqual(50)
  })

  it('does not leave text waiting for a key that does not come', () => {
    const { page, once, press, pass } = createPage()
    once()
    pass(16)
    press()
    pass(60)
    once()
    pass(240)
    expect(page.drawn).toHaveLength(2)
  })

  it('publishes in a hidden tab, which paints no frames', () => {
    const { page, once, pass, nothingWaits } = createPage()
    once()
    pass(240, true)
    expect(page.drawn).toHaveLength(0)
    pass(32, true)
    expect(page.drawn).toHaveLength(1)
    expect(nothingWaits()).toBe(true)
  })

  it('can be called off while it waits for its turn and while it waits for a frame', () => {
    const { page, once, pass, nothingWaits } = createPage()
    once()()
    once()
    pass(16)
    once()()
    pass(500)
    expect(page.drawn).toHaveLength(1)
    expect(nothingWaits()).toBe(true)
  })
})
