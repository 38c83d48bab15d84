import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { createRunSession } from '../../chat/session/run-session.ts'
import type { RunSession } from '../../chat/session/session-types.ts'
import { browserChannel } from '../../chat/session/thread-channel.ts'
import { backgroundFetch } from '../../client/background-fetch.ts'
import { feedbackOrigin, makesFeedbackAddresses } from '../../contract/gateway/connections.ts'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { readFeedbackSetup } from './feedback-setup.ts'
import { whatThreadsChange } from './what-threads-change.ts'

/**
 * The session of the conversation on the page: made once, opened and closed with the page. A thread that
 * gets its id only now takes the address with it, and lists are read again when a run begins or ends.
 */
export function useThreadSession(deploymentId: string, threadId: string | null): RunSession {
  const api = useApi()
  const agent = api.agent(deploymentId)
  const navigate = useNavigate()
  const location = useLocation()
  const queryClient = useQueryClient()
  const search = useRef(location.search)
  useEffect(() => {
    search.current = location.search
  }, [location.search])
  const [session] = useState(() => {
    const setup = readFeedbackSetup(deploymentId)
    return createRunSession({
      transport: { ...agent, streamFetch: backgroundFetch },
      thread_id: threadId,
      feedbackKeys: setup.keys,
      feedbackKeyMap: setup.map,
      keepsVotes: !makesFeedbackAddresses(api.connection),
      channel: browserChannel(),
      feedback: {
        transport: api.tracing,
        allowedOrigin: feedbackOrigin(api.connection),
      },
      onThreadCreated: (created) =>
        navigate(
          { pathname: paths.thread(deploymentId, created), search: search.current },
          { replace: true, state: { continues: location.key } },
        ),
      onRunsChanged: () => {
        for (const key of whatThreadsChange(agent)) {
          void queryClient.invalidateQueries({ queryKey: key })
        }
      },
    })
  })
  useEffect(() => {
    void session.open()
    return () => session.close()
  }, [session])
  return session
}
