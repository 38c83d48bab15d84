import type { ScheduleFrame } from '../clock.ts'

/** A value that changes often and tells its listeners when a frame is due, at most. */
export interface SnapshotStore<Value> {
  subscribe(listener: () => void): () => void
  /** What was published last; it changes only when listeners are told. */
  getSnapshot(): Value
  /** What is true now. */
  current(): Value
  /** Changes the value; listeners hear of it with the next frame. */
  update(change: (value: Value) => Value): void
  /** Publishes now, for changes that answer a press. */
  flush(): void
}

export function createSnapshotStore<Value>(
  initial: Value,
  scheduleFrame: ScheduleFrame,
): SnapshotStore<Value> {
  const listeners = new Set<() => void>()
  let current = initial
  let published = initial
  let cancelFrame: (() => void) | null = null

  const flush = () => {
    cancelFrame?.()
    cancelFrame = null
    if (published === current) return
    published = current
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => published,
    current: () => current,
    update(change) {
      current = change(current)
      if (current !== published) cancelFrame ??= scheduleFrame(flush)
    },
    flush,
  }
}
