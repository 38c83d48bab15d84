import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Remembers a small choice in this browser; forgets it with null. Where storage is blocked, nothing is kept. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A choice that is not remembered is no reason to stop.
  }
  for (const listener of listeners) listener()
}

/** A remembered choice, or null; follows changes in this tab and in others. */
export function useStored(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readStored(key))
}

/** A remembered choice as it is now, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
