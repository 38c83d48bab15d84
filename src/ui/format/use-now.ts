import { useSyncExternalStore } from 'react'
import { now } from './now.ts'

/**
 * One clock for everything on the page that shows a time. It ticks each second while something asks for seconds,
 * each half minute while only older things are shown, and rests while nothing is shown or the tab is hidden.
 */
const bySecond = new Set<() => void>()
const byHalfMinute = new Set<() => void>()
const secondMs = 1000
const halfMinuteMs = 30 * secondMs

let timer: ReturnType<typeof setTimeout> | undefined
let slowDueAt = 0

/** Milliseconds since 1970, to the second; renders again as often as asked for. */
export function useNow(pace: 'second' | 'half-minute'): number {
  return useSyncExternalStore(pace === 'second' ? subscribeFast : subscribeSlow, readSecond)
}

// To the second, so that two reads within one render agree.
function readSecond(): number {
  return Math.floor(now() / secondMs) * secondMs
}

function subscribeFast(listener: () => void): () => void {
  return subscribe(bySecond, listener)
}

function subscribeSlow(listener: () => void): () => void {
  return subscribe(byHalfMinute, listener)
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  if (bySecond.size + byHalfMinute.size === 0) {
    document.addEventListener('visibilitychange', onVisibilityChange)
    slowDueAt = Date.now() + halfMinuteMs
  }
  listeners.add(listener)
  // Rows of a long list come and go by the dozen: one more changes nothing unless it is the first of its pace.
  if (listeners.size === 1) schedule()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    schedule()
    if (bySecond.size + byHalfMinute.size > 0) return
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

function schedule(): void {
  clearTimeout(timer)
  timer = undefined
  if (document.hidden || bySecond.size + byHalfMinute.size === 0) return
  const at = Date.now()
  const waitMs = bySecond.size > 0 ? secondMs - (at % secondMs) : Math.max(0, slowDueAt - at)
  timer = setTimeout(tick, waitMs)
}

function tick(): void {
  // Listeners leave and join while they are told.
  const due = [...bySecond]
  if (Date.now() >= slowDueAt) {
    due.push(...byHalfMinute)
    slowDueAt = Date.now() + halfMinuteMs
  }
  for (const listener of due) listener()
  schedule()
}

function onVisibilityChange(): void {
  if (!document.hidden) {
    slowDueAt = 0
    tick()
  } else schedule()
}
