import { useQuery } from '@tanstack/react-query'
import { getRun } from '../../../../contract/agent-server/runs.ts'
import { type Feedback, listFeedback } from '../../../../contract/tracing/feedback.ts'
import { query, queryKey, useApi } from '../../../api.tsx'
import { readCaseOfRun } from './case-of-run.ts'
import { expectedOf, tellingVote } from './expected-of-vote.ts'
import { MakeCaseDialog } from './make-case-dialog.tsx'

type MakeCaseOfRunProps = {
  deploymentId: string
  threadId: string
  runId: string
  /** The vote that it is made of; absent: the newest on the run that says something in words. */
  vote?: Feedback
  onClose: () => void
}

/** Makes a case of what a run was told and what people said of its answer, which is read when it opens. */
export function MakeCaseOfRun(props: MakeCaseOfRunProps) {
  const { deploymentId, threadId, runId, onClose } = props
  const api = useApi()
  const agent = api.agent(deploymentId)
  const params = { thread_id: threadId, run_id: runId }
  const { data, error } = useQuery({
    queryKey: [...queryKey(agent, getRun, { params }), 'said and answered'],
    queryFn: ({ signal }) => readCaseOfRun(agent, params, signal),
    // What was typed begins with it.
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Where votes cannot be read, the case can be made without.
  const votes = useQuery({
    ...query(api.tracing, listFeedback, { query: { run: runId } }),
    enabled: props.vote === undefined,
    retry: false,
  })
  const vote = props.vote ?? tellingVote(votes.data ?? [])
  const isRead = (data || error) && !votes.isLoading
  return (
    <MakeCaseDialog
      text=""
      reading={isRead ? undefined : 'Loading what was said'}
      {...data}
      expected={vote && expectedOf(vote)}
      problem={error ? `What was said could not be read: ${error.message}` : undefined}
      origin={{
        connection_id: api.connection.id,
        deployment_id: deploymentId,
        ...params,
        ...(vote && { feedback_id: vote.id }),
      }}
      onClose={onClose}
    />
  )
}
