import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 50

/** Watches from now on for how long this process could take nothing up. Answers what tells the longest time since it told last, in ms. */
export function watchLoopDelay(): () => number {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return () => {
    // What is recorded is the time from one look to the next.
    const longest = delays.count > 0 ? delays.max / 1e6 - resolutionMs : 0
    delays.reset()
    return Math.max(0, Math.round(longest * 10) / 10)
  }
}
