/** Does something when the page has nothing else to do, within five seconds. */
export function whenIdle(work: () => void, signal: AbortSignal): void {
  const knowsIdle = 'requestIdleCallback' in window
  const asked = knowsIdle
    ? requestIdleCallback(work, { timeout: 5_000 })
    : window.setTimeout(work, 2_000)
  const forget = () => (knowsIdle ? cancelIdleCallback(asked) : window.clearTimeout(asked))
  signal.addEventListener('abort', forget, { once: true })
}

/** Resolves in a task of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
