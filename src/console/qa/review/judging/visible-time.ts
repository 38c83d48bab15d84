/** How long something was before somebody's eyes, and since when it is again; all in milliseconds. */
export interface VisibleTime {
  readonly sumMs: number
  /** Null while it is out of sight. */
  readonly sinceMs: number | null
}

export function shown(time: VisibleTime, nowMs: number): VisibleTime {
  return time.sinceMs === null ? { ...time, sinceMs: nowMs } : time
}

export function hidden(time: VisibleTime, nowMs: number): VisibleTime {
  return { sumMs: visibleMs(time, nowMs), sinceMs: null }
}

export function visibleMs({ sumMs, sinceMs }: VisibleTime, nowMs: number): number {
  return sumMs + (sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs))
}

/** From so many cases on their mean says something of those to come. */
const fewest = 3

/** Whole minutes that the cases which are left will take, going by those that were judged; null while that is a guess. */
export function minutesLeft(judgedMs: readonly number[], open: number): number | null {
  if (judgedMs.length < fewest || open === 0) return null
  const mean = judgedMs.reduce((sum, ms) => sum + ms, 0) / judgedMs.length
  return Math.max(1, Math.round((mean * open) / 60_000))
}
