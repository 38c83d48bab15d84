import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'

// The key and the rule are also in public/theme.js, which sets the first paint before this is loaded.
const storageKey = 'quarterdeck.theme'
const listeners = new Set<() => void>()
let chosen: ThemeChoice | undefined

/**
 * Follows the stored choice, the system's preference and the choice made in another tab, until the returned function is called.
 * Call once when the page starts.
 */
export function startTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return
    chosen = undefined
    apply()
  }
  system.addEventListener('change', apply)
  addEventListener('storage', onStorage)
  apply()
  return () => {
    system.removeEventListener('change', apply)
    removeEventListener('storage', onStorage)
  }
}

/** The chosen theme, and the way to choose another; both tabs and page follow at once. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, getChoice), choose]
}

function choose(choice: ThemeChoice): void {
  chosen = choice
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage may be blocked or full: the choice then lasts as long as the page.
  }
  apply()
}

function getChoice(): ThemeChoice {
  chosen ??= readStored()
  return chosen
}

function readStored(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function apply(): void {
  const choice = getChoice()
  const isDark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
