interface ToastOptions {
  /** The server's own words, or what to do next. */
  description?: string
  action?: { label: string; onClick: () => void }
  /** How long it stays; as long as others when absent. */
  durationMs?: number
}

export interface ToastMessage extends ToastOptions {
  kind: 'ok' | 'info' | 'bad'
  title: string
}

let waiting: ToastMessage[] = []
let hasAny = false
const listeners = new Set<() => void>()

const say = (kind: ToastMessage['kind']) => (title: string, options?: ToastOptions) => {
  waiting.push({ kind, title, ...options })
  hasAny = true
  for (const listener of listeners) listener()
}

/** Short messages about actions that have no other place to report. Shown by the one Toaster. */
export const toast = {
  ok: say('ok'),
  info: say('info'),
  /** Stays until dismissed: an error must not vanish before it was read. */
  bad: say('bad'),
}

/** What was said and not shown yet, for the Toaster: `take` empties it. */
export const toasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  hasAny: () => hasAny,
  take(): ToastMessage[] {
    const taken = waiting
    waiting = []
    return taken
  },
}
