import { useState } from 'react'
import { store, useStored } from '../../shell/stored.ts'

const widthKey = 'quarterdeck.inspector-width'
const fullKey = 'quarterdeck.inspector-full'
export const leastWidth = 280
export const usualWidth = 330

/** How wide the inspector stands beside a conversation, in pixels, or whether it takes the place of it. */
export interface InspectorSize {
  readonly width: number
  readonly mostWidth: number
  readonly isFull: boolean
  /** Remembered in this browser, unless the edge is still on its way. */
  resize(width: number, isDone: boolean): void
  setFull(isFull: boolean): void
}

/** Kept for this browser; a width that is too much for its window is less there. */
export function useInspectorSize(): InspectorSize {
  const kept = Number(useStored(widthKey)) || usualWidth
  const isFull = useStored(fullKey) === 'full'
  const [moving, setMoving] = useState<number | null>(null)
  const mostWidth = Math.max(leastWidth, Math.round(innerWidth / 2))
  const within = (width: number) => Math.round(Math.min(mostWidth, Math.max(leastWidth, width)))
  return {
    width: within(moving ?? kept),
    mostWidth,
    isFull,
    resize(width, isDone) {
      setMoving(isDone ? null : width)
      if (isDone) store(widthKey, within(width) === usualWidth ? null : String(within(width)))
    },
    setFull: (next) => store(fullKey, next ? 'full' : null),
  }
}
