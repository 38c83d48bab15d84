import { useQuery } from '@tanstack/react-query'
import { costText, tokensText } from '../../chat/inspector/usage-words.ts'
import { getThreadUsage } from '../../contract/agent-server/usage.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { query, useApi } from '../api.tsx'

type ThreadSpendingProps = {
  deploymentId: string
  threadId: string
  runId: string | null
  /** Read again whenever it changes: a step is done, or the run has ended. */
  progress: string
}

/** What each step of a run took, and the whole thread. Nothing is shown where nothing was counted. */
export function ThreadSpending({ deploymentId, threadId, runId, progress }: ThreadSpendingProps) {
  const api = useApi()
  const input = { params: { thread_id: threadId } }
  const read = query(api.agent(deploymentId), getThreadUsage, input)
  const { data } = useQuery({
    ...read,
    queryKey: [...read.queryKey, progress],
    placeholderData: (before) => before,
    // Servers that search runs are those that count.
    enabled: searchesRuns(api.connection),
  })
  if (!data?.total) return null
  const steps = data.steps.filter((step) => step.run_id === runId)
  return (
    <table aria-label="What the steps took" className="mt-2 w-full border-collapse text-sm">
      <tbody>
        {steps.map((step) => (
          <tr key={`${step.step} ${step.node}`}>
            <th scope="row" className="mono py-0.5 pr-2 text-left align-top font-normal">
              {step.node ?? 'elsewhere'}
            </th>
            <td className="py-0.5 text-right text-ink-2 tabular-nums">{tokensText(step)}</td>
            <td className="w-px whitespace-nowrap py-0.5 pl-3 text-right align-top tabular-nums">
              {costText(step)}
            </td>
          </tr>
        ))}
        <tr className="border-t">
          <th scope="row" className="py-0.5 pr-2 text-left align-top font-strong">
            Thread
          </th>
          <td className="py-0.5 text-right text-ink-2 tabular-nums">{tokensText(data.total)}</td>
          <td className="w-px whitespace-nowrap py-0.5 pl-3 text-right align-top tabular-nums">
            {costText(data.total)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
