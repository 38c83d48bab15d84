/** Tells other tabs that a thread has changed, and hears it from them. */
export interface ThreadChannel {
  /** Tells the others. `thread` names the thread and its server. */
  tell(thread: string): void
  /** Calls back when another tab told of the thread; returns the way to stop that. */
  listen(thread: string, callback: () => void): () => void
}

const name = 'quarterdeck.threads'

/** Between the tabs of this browser. Where the browser has no such channel, nothing is told or heard. */
export function browserChannel(): ThreadChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, listen: () => () => {} }
  const listeners = new Set<{ thread: string; callback: () => void }>()
  // The same for telling and hearing: from another one a page would hear its own words as news.
  let channel: BroadcastChannel | null = null
  const hear = ({ data }: MessageEvent) => {
    for (const { thread, callback } of [...listeners]) if (data === thread) callback()
  }
  return {
    tell(thread) {
      const used = channel ?? new BroadcastChannel(name)
      used.postMessage(thread)
      if (used !== channel) used.close()
    },
    listen(thread, callback) {
      const listener = { thread, callback }
      listeners.add(listener)
      if (!channel) {
        channel = new BroadcastChannel(name)
        channel.onmessage = hear
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        channel?.close()
        channel = null
      }
    },
  }
}
