import { useEffect, useState } from 'react'
import { foldNewest } from '../../../chat/conversation/fold-newest.ts'
import { createRunSession } from '../../../chat/session/run-session.ts'
import { useSession } from '../../../chat/view/use-session.ts'
import { backgroundFetch } from '../../../client/background-fetch.ts'
import { useApi } from '../../api.tsx'

/** A thread that is listened to as long as the page shows it; nothing of it is bound to this page. */
export function useLiveSession(deploymentId: string, threadId: string) {
  const agent = useApi().agent(deploymentId)
  const [session] = useState(() =>
    createRunSession({
      fold: foldNewest,
      transport: { ...agent, streamFetch: backgroundFetch },
      thread_id: threadId,
    }),
  )
  useEffect(() => {
    void session.open()
    return () => session.close()
  }, [session])
  return { session, snapshot: useSession(session) }
}
