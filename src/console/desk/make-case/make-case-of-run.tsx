import { useQuery } from '@tanstack/react-query'
import { call, type Transport } from '../../../client/api.ts'
import { messagesOf, messageText } from '../../../contract/agent-server/messages.ts'
import { getRun } from '../../../contract/agent-server/runs.ts'
import { getThreadHistory } from '../../../contract/agent-server/threads.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { queryKey, useApi } from '../../api.tsx'
import { MakeCaseDialog } from './make-case-dialog.tsx'
import { saidIn } from './said-in.ts'
import { type Before, stateBefore } from './state-before.ts'

type MakeCaseOfRunProps = {
  deploymentId: string
  threadId: string
  runId: string
  /** The vote that it is made of. */
  feedbackId?: string
  /** What should have been answered, where somebody has said so. */
  expected?: string
  onClose: () => void
}

/** Makes a case of what a run was told, which is read when it opens. */
export function MakeCaseOfRun(props: MakeCaseOfRunProps) {
  const { deploymentId, threadId, runId, feedbackId, expected, onClose } = props
  const api = useApi()
  const agent = api.agent(deploymentId)
  const params = { thread_id: threadId, run_id: runId }
  const { data, error } = useQuery({
    queryKey: [...queryKey(agent, getRun, { params }), 'said and answered'],
    queryFn: async ({ signal }) => {
      const [run, left] = await Promise.all([
        call(agent, getRun, { params, signal }),
        leftBy(agent, params, signal),
      ])
      return { ...saidIn(run.kwargs?.input), ...left }
    },
    // What was typed begins with it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data && !error) {
    return (
      <Dialog isOpen title="Make a case" size="lg" onClose={onClose}>
        <Skeleton label="Loading what was said" lines={4} />
      </Dialog>
    )
  }
  return (
    <MakeCaseDialog
      text=""
      {...data}
      expected={expected}
      problem={error ? `What was said could not be read: ${error.message}` : undefined}
      origin={{
        connection_id: api.connection.id,
        deployment_id: deploymentId,
        ...params,
        ...(feedbackId && { feedback_id: feedbackId }),
      }}
      onClose={onClose}
    />
  )
}

/** How far back in a thread's history is looked. */
const newestStates = 50

/** The last words that a run answered with, and what the thread held before it, where its history still tells them. */
async function leftBy(
  agent: Transport,
  params: { thread_id: string; run_id: string },
  signal: AbortSignal,
): Promise<{ answer?: string | undefined; before?: Before | null }> {
  const { thread_id, run_id } = params
  const query = { limit: newestStates }
  try {
    const states = await call(agent, getThreadHistory, { params: { thread_id }, query, signal })
    const left = states.find(({ metadata }) => metadata?.run_id === run_id)
    const answers = messagesOf(left?.values).filter(({ type }) => /^ai/i.test(type))
    const answer = messageText(answers.at(-1)?.content).trim() || undefined
    return { answer, before: stateBefore(states, run_id) }
  } catch {
    // The case can be made without them.
    return {}
  }
}
