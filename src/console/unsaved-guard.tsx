import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx'

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
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      // Closing after the confirmation finds the way already free.
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      {...words}
      onConfirm={async () => blocker.proceed?.()}
    />
  )
}
