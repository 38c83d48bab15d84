import type { ScheduleFrame } from './clock.ts'

/** Between two drawings: faster nobody reads. */
const fastestMs = 40
/** However dear a drawing is, text that waits longer looks stuck. */
const slowestMs = 120
/** From one drawing to the next passes so many times what a drawing costs: the rest is for keys and scrolling. */
const costFactor = 10
/** A key goes first, but text does not wait longer than this for somebody who types. */
const longestYieldMs = 100
/** A hidden tab paints no frames: the timer then takes over, so that what is published stays true. */
const hiddenFrameMs = 250

/** What of a browser decides when to draw. */
export interface FrameHost {
  /** Milliseconds. */
  now(): number
  /** Each calls back once, unless the returned function is called first. */
  after(ms: number, callback: () => void): () => void
  onFrame(callback: () => void): () => void
  /** A press waits, or was answered so lately that its own frame is the next. */
  hasFreshPress(): boolean
}

/**
 * Frames for text that grows: before a paint, at most twenty-five times a second, and more rarely where the
 * page is slow, so that drawing never takes more than a share of the time.
 */
export function createFrames(host: FrameHost): ScheduleFrame {
  let lastAt = Number.NEGATIVE_INFINITY
  let costMs = 0

  function draw(callback: () => void): void {
    const began = host.now()
    lastAt = began
    callback()
    // The task after the frame's callbacks comes when its layout and painting are done.
    host.after(0, () => {
      costMs += (host.now() - began - costMs) / 4
    })
  }

  return (callback) => {
    const askedAt = host.now()
    const pauseMs = Math.min(slowestMs, Math.max(fastestMs, costFactor * costMs))
    let stopWaiting: () => void
    const cancel = () => {
      stopWaiting()
      stopHidden()
    }
    const nextFrame = () => {
      stopWaiting = host.onFrame(() => {
        const hasTime = host.now() - askedAt < pauseMs + longestYieldMs
        if (hasTime && host.hasFreshPress()) return nextFrame()
        cancel()
        draw(callback)
      })
    }
    const stopHidden = host.after(hiddenFrameMs, () => {
      cancel()
      callback()
    })
    const waitMs = lastAt + pauseMs - askedAt
    if (waitMs > 0) stopWaiting = host.after(waitMs, nextFrame)
    else nextFrame()
    return cancel
  }
}

/** A key's own frame is the first after it. */
const pressFrameMs = 20

const pressKinds = ['keydown', 'pointerdown']
const pressOptions = { capture: true, passive: true }

let pressedAt = Number.NEGATIVE_INFINITY
let waiting = 0

function onPress(): void {
  pressedAt = performance.now()
}

/** Presses matter while a drawing waits; nothing is left on a page that the chat has gone from. */
function listenForPresses(): () => void {
  waiting += 1
  if (waiting === 1) for (const kind of pressKinds) addEventListener(kind, onPress, pressOptions)
  let isListening = true
  return () => {
    if (!isListening) return
    isListening = false
    waiting -= 1
    if (waiting === 0)
      for (const kind of pressKinds) removeEventListener(kind, onPress, pressOptions)
  }
}

/** Not every browser can tell. */
const scheduling = () =>
  (navigator as { scheduling?: { isInputPending?(): boolean } }).scheduling?.isInputPending?.()

const frames = createFrames({
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  onFrame(callback) {
    const frame = requestAnimationFrame(callback)
    return () => cancelAnimationFrame(frame)
  },
  hasFreshPress: () => performance.now() - pressedAt < pressFrameMs || scheduling() === true,
})

/** The frames of this page. */
export const browserFrame: ScheduleFrame = (callback) => {
  const stopListening = listenForPresses()
  const cancel = frames(() => {
    stopListening()
    callback()
  })
  return () => {
    stopListening()
    cancel()
  }
}
