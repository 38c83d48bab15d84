import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { listRuns } from '../../../contract/agent-server/runs.ts'
import { searchThreads } from '../../../contract/agent-server/threads.ts'
import { listPreviews } from '../../../contract/control-plane/previews.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { queryKey, useApi } from '../../api.tsx'
import { type AgainTarget, type MadeAgain, runAgain } from './run-again.ts'

type RunPlace = { thread_id: string; run_id: string }

/** Runs a run again and leads to what it made. A failure is told by a toast. */
export function useRunAgain(deploymentId: string, leadsTo: (made: MadeAgain) => string) {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const again = useMutation<MadeAgain, Error, { of: RunPlace; target: AgainTarget }>({
    mutationKey: ['run again'],
    mutationFn: ({ of, target }) => runAgain(api, deploymentId, of, target),
    onSuccess: (made) => {
      const agent = api.agent(made.deploymentId)
      const changed = [
        queryKey(agent, listRuns),
        queryKey(agent, searchThreads),
        queryKey(api.controlPlane, listPreviews),
      ]
      for (const key of changed) void queryClient.invalidateQueries({ queryKey: key })
    },
    onError: (error) => toast.bad('It was not run again', { description: error.message }),
  })
  const run = async (of: RunPlace, target: AgainTarget) => {
    if (again.isPending) return
    if (target.to === 'revision') toast.info('Starting the revision without traffic')
    const made = await again.mutateAsync({ of, target }).catch(() => null)
    if (made) void navigate(leadsTo(made))
  }
  return { run, isPending: again.isPending }
}
