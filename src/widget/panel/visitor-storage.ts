import { parseJson, writeJson } from '../../contract/exact-json.ts'
/** What a browser keeps of a visitor: how to be known again, and the conversation that was open. */
export interface VisitorMemory {
  renewal: string | null
  thread_id: string | null
}

const nothing: VisitorMemory = { renewal: null, thread_id: null }

/**
 * The memory of one embed in this browser. Where a page's storage is closed to it (a sandboxed frame, a
 * strict browser) it lasts as long as the page. Nothing is kept any more once `forgotten` is aborted.
 */
export function visitorMemory(embedKey: string, forgotten?: AbortSignal) {
  const name = `quarterdeck:${embedKey}`
  let held = nothing
  return {
    /** Read anew each time: another tab may have renewed meanwhile. */
    read(): VisitorMemory {
      const text = guarded(() => localStorage.getItem(name))
      if (text === null || text === undefined) return held
      const stored = guarded(() => parseJson(text) as Partial<VisitorMemory>) ?? {}
      const { renewal, thread_id } = stored
      return {
        renewal: typeof renewal === 'string' ? renewal : null,
        thread_id: typeof thread_id === 'string' ? thread_id : null,
      }
    },
    write(change: Partial<VisitorMemory>): void {
      held = { ...this.read(), ...change }
      if (forgotten?.aborted) return
      guarded(() => localStorage.setItem(name, writeJson(held)))
    },
    /** Calls back when another tab has written; returns the way to stop that. */
    watch(callback: () => void): () => void {
      const hear = ({ key }: StorageEvent) => {
        if (key === name) callback()
      }
      window.addEventListener('storage', hear)
      return () => window.removeEventListener('storage', hear)
    },
    /** Does something that no other tab does at the same moment, where the browser can see to that. */
    async alone<Value>(work: () => Promise<Value>): Promise<Value> {
      const locks = globalThis.navigator?.locks
      if (!locks) return work()
      let isBegun = false
      const begun = () => {
        isBegun = true
        return work()
      }
      try {
        return await locks.request(name, begun)
      } catch (error) {
        if (isBegun) throw error
        // A sandboxed frame has no origin to hold a lock for, and shares nothing with another tab.
        return work()
      }
    },
  }
}

function guarded<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
