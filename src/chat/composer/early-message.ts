import { useLayoutEffect, useState } from 'react'
import type { Transferred } from './pasted-files.ts'

/** What was written into the box that stands in a new thread's page before the console does. */
export interface EarlyMessage {
  readonly text: string
  /** Where the caret was. */
  readonly selection: readonly [number, number]
  /** Enter was pressed, or Send. */
  readonly isSent: boolean
  /** What was pasted or dropped with files in it. */
  readonly pasted: readonly Transferred[]
}

/** The box that stands in the page, with what `public/early-message.js` keeps there. */
type EarlyFrame = HTMLElement & { files?: readonly Transferred[] }

/** A character is put together in the early box: focus has to stay there. */
export function isComposedEarly(): boolean {
  return document.querySelector('#early-message[data-composing]') !== null
}

/**
 * Takes over from the box of `public/early-message.js`, in the step in which the console's own is drawn: its text,
 * its caret, its files, and that it was sent. Not in the middle of a character that is put together.
 */
export function useEarlyMessage(take: (early: EarlyMessage) => Promise<void>): EarlyMessage | null {
  const [taken, setTaken] = useState<EarlyMessage | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first composer
  useLayoutEffect(() => {
    const frame: EarlyFrame | null = document.getElementById('early-message')
    const box = frame?.querySelector('textarea')
    if (!frame || !box) return
    const takeOver = () => {
      const early: EarlyMessage = {
        text: box.value,
        selection: [box.selectionStart, box.selectionEnd],
        isSent: frame.dataset.sent !== undefined,
        pasted: frame.files ?? [],
      }
      frame.remove()
      setTaken(early)
      void take(early)
    }
    if (!isComposedEarly()) return takeOver()
    box.addEventListener('compositionend', takeOver, { once: true })
    return () => box.removeEventListener('compositionend', takeOver)
  }, [])
  return taken
}
