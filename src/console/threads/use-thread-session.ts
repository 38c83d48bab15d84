import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { foldNewest } from '../../chat/conversation/fold-newest.ts'
import { createRunSession } from '../../chat/session/run-session.ts'
import type { RunSession } from '../../chat/session/session-types.ts'
import { browserChannel } from '../../chat/session/thread-channel.ts'
import { backgroundFetch } from '../../client/background-fetch.ts'
import { makesFeedbackAddresses, refusalOf } from '../../contract/gateway/connections.ts'
import { threadRead } from '../../contract/pages/thread-pages.ts'
import { useApi } from '../api.tsx'
import { readFeedbackSetup } from '../objects/feedback-setup.ts'
import { feedbackTarget } from '../objects/qa/feedback-target.ts'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import { deletedHere } from './deleted-here.ts'
import { whatThreadsChange } from './what-threads-change.ts'

/**
 * The session of the conversation on the page: made once, opened and closed with the page. A thread that
 * gets its id only now takes the address with it, one that was deleted becomes a new one where it stands, and lists are
 * read again when a run begins or ends.
 * @param conversation what the page tells it by, also when its address changes
 */
export function useThreadSession(
  deploymentId: string,
  threadId: string | null,
  conversation: string,
): RunSession {
  const api = useApi()
  const agent = api.agent(deploymentId)
  const navigate = useNavigate()
  const location = useLocation()
  const queryClient = useQueryClient()
  const search = useRef(location.search)
  const thread = useRef(threadId)
  useEffect(() => {
    search.current = location.search
  }, [location.search])
  const [session] = useState(() => {
    const setup = readFeedbackSetup(deploymentId)
    return createRunSession({
      fold: foldNewest,
      transport: { ...agent, streamFetch: backgroundFetch },
      thread_id: threadId,
      feedbackKeys: setup.keys,
      feedbackKeyMap: setup.map,
      keepsVotes: !makesFeedbackAddresses(api.connection),
      rollbackRefusal: refusalOf(api.connection, 'rollback'),
      channel: browserChannel(),
      feedback: feedbackTarget(api, deploymentId, () => thread.current),
      onThreadCreated: (created) => {
        thread.current = created
        navigate(
          { pathname: paths.thread(deploymentId, created), search: search.current },
          { replace: true, state: { continues: conversation } },
        )
      },
      onThreadLost: () => {
        const { queryKey } = readQuery(api, threadRead(deploymentId, threadId ?? ''))
        // Of one that never was here the page itself says so.
        if (threadId !== null && !queryClient.getQueryData(queryKey)) return
        if (threadId !== null && deletedHere.has(threadId)) return
        navigate(
          { pathname: paths.newThread(deploymentId), search: search.current },
          { replace: true, state: { continues: conversation } },
        )
      },
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
