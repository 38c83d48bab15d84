import { useCallback, useEffect, useRef, useState } from 'react'
import type { VisitorThread } from '../../contract/embeds/visitors.ts'
import type { Conversations } from './conversations.ts'
import { Problem } from './problem.tsx'
import type { Texts } from './texts/en.ts'
import { reasonOf } from './texts/texts.ts'
import { timeIn } from './time-in.ts'

type HistoryViewProps = {
  language: string
  texts: Texts
  conversations: Conversations
  onShow: (thread_id: string) => void
}

/** The visitor's earlier conversations. */
export function HistoryView({ language, texts, conversations, onShow }: HistoryViewProps) {
  const [threads, setThreads] = useState<VisitorThread[] | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const read = useCallback(() => conversations.list().then(setThreads, setProblem), [conversations])
  useEffect(() => void read(), [read])
  const again = () => {
    // The button goes, and what comes in its place is in the same place.
    place.current?.focus()
    setProblem(null)
    void read()
  }
  const begun = threads?.filter((thread) => thread.title !== null)
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="flex min-h-0 grow flex-col focus-visible:-outline-offset-2"
    >
      {problem ? (
        <div className="p-4">
          <Problem words={reasonOf(problem, texts)} texts={texts} onAgain={again} />
        </div>
      ) : !begun ? (
        <p className="p-4 text-ink-3">{texts.loading}…</p>
      ) : begun.length === 0 ? (
        <p className="p-4 text-ink-2">{texts.noHistory}</p>
      ) : (
        <ul className="min-h-0 grow overflow-y-auto py-1">
          {begun.map((thread) => (
            <li key={thread.thread_id}>
              <button
                type="button"
                onClick={() => onShow(thread.thread_id)}
                className="flex w-full cursor-pointer flex-col px-4 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="w-full truncate">{thread.title ?? texts.untitled}</span>
                <time dateTime={thread.updated_at} className="text-ink-3 text-xs leading-4">
                  {timeIn(language, new Date(thread.updated_at))}
                </time>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
