import { useEffect } from 'react'
import type { RunSession } from '../session/session-types.ts'

/** Coming back to the tab or to the network looks at once, instead of at the next attempt. */
export function useFreshness(session: RunSession): void {
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      session.retryNow()
      void session.feedback?.sendQueued()
      void session.refresh()
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [session])
}
