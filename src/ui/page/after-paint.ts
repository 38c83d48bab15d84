/** A page that is never idle, as while an answer streams, is not waited for longer. */
const longestWaitMs = 2_000

/**
 * Calls back once what was drawn last is on the screen and nothing else is to be done: for what only adds to it.
 * Where nothing is painted, or browsers cannot tell, that is at once.
 * @returns calls it off
 */
export function afterPaint(callback: () => void): () => void {
  if (document.hidden || typeof requestIdleCallback === 'undefined') {
    callback()
    return () => {}
  }
  let stop = () => {}
  const inFrame = (next: () => void) => {
    const frame = requestAnimationFrame(next)
    stop = () => cancelAnimationFrame(frame)
  }
  // The frame after the next one begins when that has been painted.
  inFrame(() =>
    inFrame(() => {
      const idle = requestIdleCallback(callback, { timeout: longestWaitMs })
      stop = () => cancelIdleCallback(idle)
    }),
  )
  return () => stop()
}
