import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { afterPaint } from '../ui/after-paint.ts'
import type { ConfirmDialogProps } from '../ui/confirm-dialog.tsx'
import { loadConfirmDialog } from '../ui/later-dialogs.ts'
import { toast } from '../ui/toast.ts'
import { useLatePart } from './shell/use-late-part.ts'

type Words = Pick<ConfirmDialogProps, 'title' | 'consequence' | 'confirmLabel' | 'cancelLabel'>

const ofTypedText: Words = {
  title: 'Leave without saving?',
  consequence: 'What you typed is not saved anywhere.',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep editing',
}

type UnsavedGuardProps = {
  isDirty: () => boolean
  /** How it asks, where something else than typed text would be lost. */
  words?: Words
}

/** Asks before typed text is left behind, within the console and by the browser. */
export function UnsavedGuard({ isDirty, words = ofTypedText }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [isDirty])
  const [ConfirmDialog, load] = useLatePart(loadConfirmDialog)
  const isBlocked = blocker.state === 'blocked'
  // biome-ignore lint/correctness/useExhaustiveDependencies: before it is needed, or again when it is
  useEffect(() => {
    if (!isBlocked) return afterPaint(() => void load().catch(() => undefined))
    load().catch(() => {
      blocker.reset?.()
      toast.bad('What you typed is not saved', {
        description: 'The server is away, so the question whether to leave it could not be asked.',
      })
    })
  }, [isBlocked])
  return (
    ConfirmDialog && (
      <ConfirmDialog
        isOpen={isBlocked}
        // Closing after the confirmation finds the way already free.
        onClose={() => isBlocked && blocker.reset()}
        {...words}
        onConfirm={async () => blocker.proceed?.()}
      />
    )
  )
}
