import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { PanelHost } from '../panel-host.ts'

/**
 * What a visitor has written and not sent: it outlasts a reload of the tab, where that keeps anything. It is kept apart
 * for each user that the page vouches for: who signs in next at the same tab does not read it.
 */
export function useKeptText({
  embedKey,
  identity,
}: Pick<PanelHost, 'embedKey' | 'identity'>): [string, Dispatch<SetStateAction<string>>] {
  const name = `quarterdeck:${embedKey}:text:${identity?.user_id ?? ''}`
  const [text, setText] = useState(() => inTab((tab) => tab.getItem(name)) ?? '')
  useEffect(() => {
    inTab((tab) => (text === '' ? tab.removeItem(name) : tab.setItem(name, text)))
  }, [name, text])
  return [text, setText]
}

/** Null where the tab's storage is closed to the page, or full. */
function inTab<Value>(work: (tab: Storage) => Value): Value | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
