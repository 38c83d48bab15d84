import { type MouseEvent, useState } from 'react'
import { useTimer } from '../use-timer.ts'
import { writeClipboard } from './write-clipboard.ts'

const shownMs = 2000

/**
 * Copies a text when a button is pressed.
 * @param text a function where making the text is costly
 * @returns how it went, for two seconds, and the button's click handler
 */
export function useCopy(text: string | (() => string), onCopied?: () => void) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const timer = useTimer()
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget
    const tell = (next: typeof outcome) => {
      setOutcome(next)
      timer.start(() => setOutcome(undefined), shownMs)
    }
    try {
      await writeClipboard(typeof text === 'string' ? text : text(), button)
      tell('copied')
      onCopied?.()
    } catch {
      tell('failed')
    }
  }
  return { outcome, copy }
}
