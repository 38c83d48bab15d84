import { useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { createDeployment, listDeployments } from '../../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { getExamples } from '../../../contract/gateway/examples.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { query, queryKey, useApi, useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'

/** In place of an empty list: the way to a first deployment, in one click where there are examples. */
export function FirstDeployment() {
  const api = useApi()
  const navigate = useNavigate()
  const { data: examples } = useQuery({
    ...query(api.controlPlane, getExamples),
    // Other servers have none, and ours may have none either and will not get any.
    enabled: searchesRuns(api.connection),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const create = useCall(api.controlPlane, createDeployment, {
    invalidates: () => [queryKey(api.controlPlane, listDeployments)],
  })
  const deployExamples = () => {
    if (!examples) return
    create.mutate(
      { body: examples },
      {
        onSuccess: ({ id }) => void navigate(paths.deployment(id)),
        onError: (error) =>
          toast.bad('The examples were not deployed', { description: error.message }),
      },
    )
  }
  return (
    <EmptyState
      icon={<Rocket aria-hidden size={28} strokeWidth={1.5} />}
      title="Deploy your first agent"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button
            acts
            variant={examples ? 'default' : 'primary'}
            render={<Link to={paths.newDeployment()} />}
          >
            New deployment
          </Button>
          {examples && (
            <Button acts variant="primary" isPending={create.isPending} onClick={deployExamples}>
              Deploy the examples
            </Button>
          )}
        </span>
      }
    >
      A deployment is made from a git repository with a langgraph.json: it is cloned, built and
      served, and you can talk to it a moment later.
    </EmptyState>
  )
}
