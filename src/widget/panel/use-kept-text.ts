import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { parseJson } from '../../contract/exact-json.ts'
import type { PanelHost } from '../panel-host.ts'

/** What is on its way stays kept, before what is written meanwhile, until it has been answered: a page that is left before brings it back. */
type KeepWhile = <Result>(sent: string, sending: Promise<Result>) => Promise<Result>

export type Who = Pick<PanelHost, 'embedKey' | 'identity'> & Partial<Pick<PanelHost, 'forgotten'>>

/**
 * What a visitor has written and not sent: it outlasts a reload of the tab, where that keeps anything. It is kept as it
 * is typed, apart for each user that the page vouches for: who signs in next at the same tab does not read it. Where a
 * page says later who somebody is, what they have written until then is theirs.
 * @param what a message, the names of files, or the answer to a question
 */
export function useKeptText(
  who: Who,
  what: string = 'text',
): [string, Dispatch<SetStateAction<string>>, KeepWhile] {
  const name = nameOf(who, what)
  const [text, show] = useState(() => read(name))
  const { current: kept } = useRef({ name, text, leaving: [] as readonly string[] })
  const { forgotten } = who
  const keep = useCallback(() => {
    if (forgotten?.aborted) return
    write(kept.name, [...kept.leaving, kept.text].filter((words) => words !== '').join('\n'))
  }, [kept, forgotten])
  const setText = useCallback(
    (next: SetStateAction<string>) => {
      kept.text = typeof next === 'function' ? next(kept.text) : next
      keep()
      show(kept.text)
    },
    [kept, keep],
  )
  const keepWhile: KeepWhile = async (sent, sending) => {
    kept.leaving = [...kept.leaving, sent]
    keep()
    try {
      return await sending
    } finally {
      kept.leaving = kept.leaving.toSpliced(kept.leaving.indexOf(sent), 1)
      keep()
    }
  }
  useEffect(() => {
    if (kept.name === name) return
    write(kept.name, '')
    kept.name = name
    setText((now) => [read(name), now].filter((words) => words !== '').join('\n'))
  }, [kept, name, setText])
  return [text, setText, keepWhile]
}

/** The name of what is written in answer to a question of a conversation. */
export const answerTo = (thread_id: string | null, question: string) =>
  `answer:${thread_id} ${encodeURIComponent(question)}`

/** The names of what is written in answer to the questions of a conversation, in their order. Some servers give them no id. */
export const answersTo = (
  thread_id: string | null,
  questions: readonly { readonly id?: string | null | undefined }[],
) => questions.map(({ id }, index) => answerTo(thread_id, id ?? String(index)))

/** The name of what is written into the form of such an answer: an object of its texts. */
export const formOf = (keptAs: string) => `${keptAs}${asForm}`

const asForm = ':form'

/** The name of what was decided about the first of the actions that a question is about. */
export const givenFor = (keptAs: string) => `${keptAs}${asGiven}`

const asGiven = ':given'

/**
 * What was written in answer to the questions of a conversation that are gone. It is kept there no longer, nor is what
 * was decided about some of their actions.
 * @param standing the names of the answers to those that are not gone
 */
export function takeAnswers(
  who: Who,
  thread_id: string,
  standing: readonly string[] = [],
): string[] {
  const user = userOf(who)
  const begins = nameOf(who, answerTo(thread_id, '')).slice(0, -user.length)
  const stays = new Set(standing.map((keptAs) => nameOf(who, keptAs).slice(0, -user.length)))
  const kept = (inTab((tab) => Object.keys(tab)) ?? []).flatMap((name) => {
    if (!name.startsWith(begins) || !name.endsWith(user)) return []
    const [, keptAs = '', kind] = /^(.*?)(:form|:given)?$/s.exec(name.slice(0, -user.length)) ?? []
    // The ids of who else uses the tab may end like this one's.
    const isOurs = !keptAs.slice(begins.length).includes(':')
    return isOurs && !stays.has(keptAs) ? [{ name, kind }] : []
  })
  const texts = kept.flatMap(({ name, kind }) => {
    if (kind === asGiven) return []
    return kind === asForm ? formTexts(read(name)) : read(name)
  })
  for (const { name } of kept) write(name, '')
  return texts.filter((text) => text.trim() !== '')
}

const formTexts = (json: string) =>
  Object.entries(parseJson(json) as Record<string, string>).map(([box, text]) => `${box}: ${text}`)

const userOf = ({ identity }: Who) => `:${identity?.user_id ?? ''}`

const nameOf = (who: Who, what: string) => `quarterdeck:${who.embedKey}:${what}${userOf(who)}`

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
