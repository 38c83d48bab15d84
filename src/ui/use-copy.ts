import { type MouseEvent, useRef, useState } from 'react'
import { writeClipboard } from './write-clipboard.ts'

const shownMs = 2000

/**
 * Copies a text when a button is pressed.
 * @param text a function where making the text is costly
 * @returns how it went, for two seconds, and the button's click handler
 */
export function useCopy(text: string | (() => string)) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    const tell = (next: typeof outcome) => {
      clearTimeout(timer.current)
      setOutcome(next)
      timer.current = setTimeout(() => setOutcome(undefined), shownMs)
    }
    try {
      await writeClipboard(typeof text === 'string' ? text : text(), button)
      tell('copied')
    } catch {
      tell('failed')
    }
  }
  return { outcome, copy }
}
