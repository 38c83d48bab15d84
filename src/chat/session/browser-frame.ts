import type { ScheduleFrame } from '../clock.ts'

/** Between two drawings: every other frame, faster nobody reads. */
const fastestMs = 24
/** Text that waits longer is seen to jump. */
const smoothMs = 48
/** From one drawing to the next passes so many times what a drawing costs, as far as text does not jump for it. */
const costFactor = 5
/** Where a drawing is dearer than that, a part of the time is for keys and scrolling all the same. */
const leastFactor = 2
/** However dear a drawing is, text that waits longer looks stuck. */
const slowestMs = 120
/** A key goes first, but text does not wait longer than this for somebody who types. */
const longestWaitMs = 220
/** A key's own frame is the first after it. */
const pressFrameMs = 30
/** The frames after that are free: not even who types fast has the next key down so soon. */
const freeFramesMs = 50
/** Who has pressed no key for so long is not typing now. */
const typingMs = 400
/** A hidden tab paints no frames: the timer then takes over, so that what is published stays true. */
const hiddenFrameMs = 250

/** What of a browser decides when to draw. */
export interface FrameHost {
  /** Milliseconds. */
  now(): number
  /** Each calls back once, unless the returned function is called first. */
  after(ms: number, callback: () => void): () => void
  onFrame(callback: () => void): () => void
  /** When somebody pressed last, as `now` tells; infinity when a press waits to be told. */
  pressedAt(): number
}

/**
 * Who types is answered first. Text is drawn in the frames right after a key's own, since a drawing at
 * any other moment may be under way when the next key comes.
 */
function isForPresses(sincePressMs: number): boolean {
  return sincePressMs < pressFrameMs || (sincePressMs > freeFramesMs && sincePressMs < typingMs)
}

/**
 * Frames for text that grows: before a paint, at most every other one, and more rarely where the page is slow, so that
 * drawing never takes more than a share of the time.
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
    const smooth = Math.min(smoothMs, costFactor * costMs)
    const pauseMs = Math.min(slowestMs, Math.max(fastestMs, smooth, leastFactor * costMs))
    let stopWaiting: () => void
    const cancel = () => {
      stopWaiting()
      stopHidden()
    }
    const nextFrame = () => {
      stopWaiting = host.onFrame(() => {
        const hasTime = host.now() - askedAt < longestWaitMs
        if (hasTime && isForPresses(host.now() - host.pressedAt())) return nextFrame()
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
  pressedAt: () => (scheduling() ? Number.POSITIVE_INFINITY : pressedAt),
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
