import { useEffect, useState } from 'react'
import { takeAnswer } from '../composer/lost-words.ts'
import { useKeptText } from '../composer/use-kept-text.ts'
import type { SessionSnapshot } from '../session/session-types.ts'

/** Words that were typed as an answer to a question that is gone. */
export interface UnsentAnswers {
  readonly words: string
  forget(): void
  /** Sends an answer: what was typed for it is not unsent meanwhile, and forgotten once it got through. */
  sending(interrupt_id: string | null | undefined, answer: Promise<void>): Promise<void>
}

type Asked = Pick<SessionSnapshot, 'thread_id' | 'conversation' | 'viewing' | 'opening' | 'isLost'>

/**
 * A question that somebody else has answered, or left, goes away with its form: what was being typed there is kept,
 * over a reload as well, until its writer has seen it. Of a thread that was deleted the message box takes it.
 */
export function useUnsentAnswers(snapshot: Asked): UnsentAnswers {
  const { thread_id, opening, viewing, isLost } = snapshot
  const { interrupts } = snapshot.conversation
  const [asked, keepAsked] = useKeptText(`asked.${thread_id}`, '[]')
  const [words, keepWords] = useKeptText(`unsent.${thread_id}`, '')
  const [onTheirWay, setOnTheirWay] = useState<readonly string[]>([])
  useEffect(() => {
    if (opening !== 'open' || viewing || isLost) return
    const ids = interrupts.flatMap(({ id }) => id ?? [])
    const others = (JSON.parse(asked) as string[]).filter((id) => !ids.includes(id))
    const gone = others.filter((id) => !onTheirWay.includes(id)).flatMap(takeAnswer)
    const next = JSON.stringify([...ids, ...others.filter((id) => onTheirWay.includes(id))])
    if (next !== asked) keepAsked(next)
    if (gone.length > 0) keepWords([words, ...gone].filter((text) => text !== '').join('\n'))
  })
  return {
    words,
    forget: () => keepWords(''),
    async sending(interrupt_id, answer) {
      if (!interrupt_id) return answer
      setOnTheirWay((before) => [...before, interrupt_id])
      try {
        await answer
        // The next question of the same task has the same id.
        takeAnswer(interrupt_id)
      } finally {
        setOnTheirWay((before) => before.filter((id) => id !== interrupt_id))
      }
    },
  }
}
