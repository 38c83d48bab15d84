import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { loadConfirmDialog } from '../../../ui/overlay/later-dialogs.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { leavingWords } from '../../forms/unsaved.ts'
import { useLatePart } from './use-late-part.ts'

/** Asks before a page is left on which something would be lost (`useUnsaved`), whatever leads away from it. */
export function UnsavedGuard() {
  const words = useRef(leavingWords())
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false
    words.current = leavingWords()
    return words.current !== null
  })
  const [ConfirmDialog, load] = useLatePart(loadConfirmDialog)
  const isBlocked = blocker.state === 'blocked'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => {
    if (!isBlocked) return
    load().catch(() => {
      blocker.reset?.()
      toast.bad('You are still on the page: something on it is not saved', {
        description: 'The server is away, so the question whether to leave it could not be asked.',
      })
    })
  }, [isBlocked])
  return (
    ConfirmDialog &&
    words.current && (
      <ConfirmDialog
        isOpen={isBlocked}
        // Closing after the confirmation finds the way already free.
        onClose={() => isBlocked && blocker.reset()}
        {...words.current}
        onConfirm={async () => blocker.proceed?.()}
      />
    )
  )
}
