import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { Link, Navigate } from 'react-router-dom'
import { deploymentRead } from '../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { readQuery } from '../../reads.ts'
import { useLastDeployment } from './last-deployment.ts'
import { deploymentsOverview } from './use-deployments.ts'

/** Threads belong to a deployment: leads on to those of the one looked at last. */
export function ThreadsOfLastDeployment() {
  return <LeadOn to={paths.deploymentThreads} noun="threads" />
}

/** Runs belong to a deployment: leads on to those of the one looked at last. */
export function RunsOfLastDeployment() {
  return <LeadOn to={paths.deploymentRuns} noun="runs" />
}

function LeadOn({ to, noun }: { to: (deploymentId: string) => string; noun: string }) {
  const api = useApi()
  const { data } = useSuspenseQuery(deploymentsOverview(api))
  const lastId = useLastDeployment(api.connection.id)
  // It may stand behind the first hundred, and may be gone.
  const last = useQuery({
    ...readQuery(api, deploymentRead(lastId ?? '')),
    enabled: lastId !== null,
    retry: false,
  })
  if (lastId !== null && last.isPending) return null
  const deployment = last.data ?? data.resources[0]
  if (deployment) return <Navigate replace to={to(deployment.id)} />
  return (
    <>
      <h1 className="sr-only">{noun}</h1>
      <EmptyState
        icon={<Rocket aria-hidden size={28} strokeWidth={1.5} />}
        title="No deployment yet"
        action={
          <Button acts variant="primary" render={<Link to={paths.newDeployment()} />}>
            New deployment
          </Button>
        }
      >
        The {noun} of a deployment are shown here. Deploy an agent first.
      </EmptyState>
    </>
  )
}
