import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toasts } from './toast.ts'

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }))

/** Where toasts appear. Mount once. What draws them is loaded with the first one. */
export function Toaster() {
  const hasAny = useSyncExternalStore(toasts.subscribe, toasts.hasAny)
  return hasAny ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null
}
