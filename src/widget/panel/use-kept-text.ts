import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import type { PanelHost } from '../panel-host.ts'

type Who = Pick<PanelHost, 'embedKey' | 'identity'>

/**
 * What a visitor has written and not sent: it outlasts a reload of the tab, where that keeps anything. It is kept as it
 * is typed, apart for each user that the page vouches for: who signs in next at the same tab does not read it. Where a
 * page says later who somebody is, what they have written until then is theirs.
 * @param what a message, or the answer to a question
 */
export function useKeptText(
  who: Who,
  what: string = 'text',
): [string, Dispatch<SetStateAction<string>>] {
  const name = nameOf(who, what)
  const [text, show] = useState(() => read(name))
  const { current: kept } = useRef({ name, text })
  const setText = useCallback(
    (next: SetStateAction<string>) => {
      kept.text = typeof next === 'function' ? next(kept.text) : next
      write(kept.name, kept.text)
      show(kept.text)
    },
    [kept],
  )
  useEffect(() => {
    if (kept.name === name) return
    write(kept.name, '')
    kept.name = name
    setText((now) => [read(name), now].filter((words) => words !== '').join('\n'))
  }, [kept, name, setText])
  return [text, setText]
}

/** The name of what is written in answer to a question. */
export const answerTo = (interrupt_id: string) => `answer:${interrupt_id}`

/** What was written in answer to questions that are gone. It is kept there no longer. */
export function takeAnswers(who: Who, interruptIds: readonly string[]): string[] {
  const names = interruptIds.map((id) => nameOf(who, answerTo(id)))
  const texts = names.map(read)
  for (const name of names) write(name, '')
  return texts.filter((text) => text.trim() !== '')
}

const nameOf = ({ embedKey, identity }: Who, what: string) =>
  `quarterdeck:${embedKey}:${what}:${identity?.user_id ?? ''}`

const read = (name: string) => inTab((tab) => tab.getItem(name)) ?? ''

function write(name: string, text: string): void {
  inTab((tab) => (text === '' ? tab.removeItem(name) : tab.setItem(name, text)))
}

/** Null where the tab's storage is closed to the page, or full. */
function inTab<Value>(work: (tab: Storage) => Value): Value | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
