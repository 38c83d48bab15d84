import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { getServerHealth, getServerInfo } from '../../contract/agent-server/assistants.ts'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { type Api, query, useApi } from '../api.tsx'

/** While the page is open a server that went away, or came back, is noticed. */
const askAgainMs = 15_000

/** Asks whether the agent server of a deployment answers, again and again. */
export const healthQuery = (api: Api, deploymentId: string) => {
  const agent = api.agent(deploymentId)
  return {
    ...query(agent, getServerHealth),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      try {
        return await call(agent, getServerHealth, { signal })
      } catch (error) {
        // Not every server has an address for this, and one that tells what it is answers.
        if (!(error instanceof ApiError && error.status === 404)) throw error
        await call(agent, getServerInfo, { signal })
        return { ok: true }
      }
    },
    refetchInterval: askAgainMs,
    retry: false,
  }
}

/** Whether an agent server that stands for itself answers, in a word. */
export function AgentServerStatus({ deploymentId }: { deploymentId: string }) {
  const { data, error } = useQuery(healthQuery(useApi(), deploymentId))
  if (error) return <StatusPill tone="bad">{wordOf(error)}</StatusPill>
  return data ? (
    <StatusPill tone="ok">Answers</StatusPill>
  ) : (
    <StatusPill tone="idle">Asking…</StatusPill>
  )
}

function wordOf(error: Error): string {
  return error instanceof ApiError && [401, 403].includes(error.status)
    ? 'Key refused'
    : 'Not answering'
}
