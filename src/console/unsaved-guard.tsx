import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before typed text is left behind, within the console and by the browser. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
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
      title="Leave without saving?"
      consequence="What you typed is not saved anywhere."
      confirmLabel="Leave"
      onConfirm={async () => blocker.proceed?.()}
    />
  )
}
