import { useHref, useNavigate } from 'react-router-dom'
import type { RunSession } from '../../chat/session/session-types.ts'
import { paths } from '../paths.ts'

/** Where the runs of a thread are to be found: addresses that hold the connection, so that they may be copied, and going there. */
export function useRunLinks(deploymentId: string, session: RunSession) {
  const navigate = useNavigate()
  const root = useHref('/').replace(/\/$/, '')
  return {
    runHref: (runId: string) => {
      const id = session.getSnapshot().thread_id
      return id === null ? '' : root + paths.run(deploymentId, id, runId)
    },
    onNavigate: (href: string) => void navigate(href.slice(root.length)),
  }
}
