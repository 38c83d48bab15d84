import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ConfirmDialogProps } from '../../ui/overlay/confirm-dialog.tsx'
import { loadConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { afterPaint } from '../../ui/page/after-paint.ts'

/** How a question before something is lost is put. */
export type LeavingWords = Pick<
  ConfirmDialogProps,
  'title' | 'consequence' | 'confirmLabel' | 'cancelLabel'
>

const ofTypedText: LeavingWords = {
  title: 'Leave without saving?',
  consequence: 'What you typed is not saved anywhere.',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep editing',
}

interface Unsaved {
  isDirty: () => boolean
  words: LeavingWords
}

/** What is on the page, a window in it last. */
const watched = new Set<{ readonly current: Unsaved }>()

/**
 * Whoever leaves the page is asked first while this holds something that would be lost: within the console by
 * `UnsavedGuard`, by the browser where the tab is closed.
 * @param isDirty asked at the moment of leaving
 */
export function useUnsaved(isDirty: () => boolean, words = ofTypedText): void {
  const latest = useRef({ isDirty, words })
  latest.current = { isDirty, words }
  useLayoutEffect(() => {
    watched.add(latest)
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (latest.current.isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      watched.delete(latest)
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [])
  // The question has to be there when the server is not; what does not arrive now is asked for again by the guard.
  useEffect(() => afterPaint(() => void loadConfirmDialog().catch(() => undefined)), [])
}

/** How to ask before the present page is left; null where nothing would be lost. */
export function leavingWords(): LeavingWords | null {
  return [...watched].findLast(({ current }) => current.isDirty())?.current.words ?? null
}
