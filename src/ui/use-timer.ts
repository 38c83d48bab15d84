import { useEffect, useRef } from 'react'

/** One wait at a time: a new one ends the one before, and none outlives the component. */
export function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer is the same as long as the component
  useEffect(() => stop, [])
  return {
    stop,
    start(callback: () => void, ms: number) {
      stop()
      timer.current = setTimeout(callback, ms)
    },
  }
}
