import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** What a visitor has written and not sent: it outlasts a reload of the tab, where that keeps anything. */
export function useKeptText(embedKey: string): [string, Dispatch<SetStateAction<string>>] {
  const name = `quarterdeck:${embedKey}:text`
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
