import { useQuery } from '@tanstack/react-query'
import { getRun } from '../../../contract/agent-server/runs.ts'
import { queryKey, useApi } from '../../api.tsx'
import { readCaseOfRun } from './case-of-run.ts'
import { MakeCaseDialog } from './make-case-dialog.tsx'

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
    queryFn: ({ signal }) => readCaseOfRun(agent, params, signal),
    // What was typed begins with it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <MakeCaseDialog
      text=""
      reading={data || error ? undefined : 'Loading what was said'}
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
