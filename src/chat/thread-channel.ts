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
  return {
    tell(thread) {
      const channel = new BroadcastChannel(name)
      channel.postMessage(thread)
      channel.close()
    },
    listen(thread, callback) {
      const channel = new BroadcastChannel(name)
      channel.onmessage = ({ data }) => {
        if (data === thread) callback()
      }
      return () => channel.close()
    },
  }
}
