import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom'
import { isFailing } from '../../contract/control-plane/deployment-health.ts'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Tab, TabList } from '../../ui/controls/tabs.tsx'
import { Duration } from '../../ui/format/duration.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Note } from '../../ui/page/note.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useApi } from '../api.tsx'
import { HealthPill, healthWords } from '../objects/deployment-health.tsx'
import { paths } from '../paths.ts'
import { useGateway } from '../shell/gateway-context.ts'
import { PageBoundary } from '../shell/page/page-boundary.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { AgentServerStatus } from './agent-server-status.tsx'
import { DeploymentActions } from './deployment-actions.tsx'
import { deploymentQuery, revisionQuery } from './queries.ts'
import { RevisionPill } from './revision-pill.tsx'

const GoBack = lazyPart(() => import('./revision/go-back.tsx').then((code) => code.GoBack))

/** The tabs share the header, so going from one to another keeps it. */
export const handle = {
  keeps: ({ deploymentId }) => `deployment ${deploymentId}`,
  readAhead: async (client, api, { deploymentId = '' }) => {
    const deployment = await client.fetchQuery(deploymentQuery(api, deploymentId))
    const latestId = deployment.latest_revision_id
    if (latestId) await client.prefetchQuery(revisionQuery(api, deploymentId, latestId))
  },
} satisfies PageHandle

/** What all tabs of a deployment have above them: its name, state, address, actions. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(useApi(), deploymentId))
  const { reachability } = useGateway()
  const { pathname } = useLocation()
  const address = deployment.source_config.custom_url
  return (
    <>
      <PageHeader
        title={deployment.name}
        beside={
          <>
            <Health deployment={deployment} />
            <Revisions deployment={deployment} />
          </>
        }
        detail={
          <div className="mt-1 flex min-h-5 min-w-0 items-center gap-1 text-ink-2">
            {address ? (
              <>
                <span className="mono truncate" title={address}>
                  {address}
                </span>
                <span className="-my-1">
                  <CopyButton text={address} label="Copy address" />
                </span>
              </>
            ) : (
              <span className="text-ink-3 text-sm">Its address is known once it is deployed</span>
            )}
          </div>
        }
      >
        <DeploymentActions deployment={deployment} />
      </PageHeader>
      <Outage deployment={deployment} />
      <TabList label={deployment.name} className="mb-5">
        <Tab render={<NavLink end to={paths.deployment(deploymentId)} />}>Overview</Tab>
        {!deployment.is_agent_server && (
          <Tab render={<NavLink to={paths.deploymentRevisions(deploymentId)} />}>Revisions</Tab>
        )}
        <Tab render={<NavLink to={paths.deploymentAssistants(deploymentId)} />}>Assistants</Tab>
        <Tab render={<NavLink end to={paths.deploymentThreads(deploymentId)} />}>Threads</Tab>
        <Tab render={<NavLink end to={paths.deploymentRuns(deploymentId)} />}>Runs</Tab>
        <Tab render={<NavLink to={paths.deploymentSchedules(deploymentId)} />}>Schedules</Tab>
        <Tab render={<NavLink to={paths.deploymentFeedback(deploymentId)} />}>Feedback</Tab>
      </TabList>
      <PageBoundary key={pathname} isNested reachability={reachability}>
        <Outlet />
      </PageBoundary>
    </>
  )
}

function Health({ deployment }: { deployment: Deployment }) {
  if (deployment.is_agent_server) return <AgentServerStatus deploymentId={deployment.id} />
  return <HealthPill deployment={deployment} />
}

/** What stands above everything else that is told of a deployment: that it answers nobody, since when and why. */
function Outage({ deployment }: { deployment: Deployment }) {
  const { health, active_revision_id: servingId } = deployment
  if (!isFailing(health) || !servingId) return null
  return (
    <div className="mb-5">
      <Note
        tone="bad"
        title={
          <>
            {healthWords(deployment).words}
            {health?.since && (
              <>
                {' for '}
                <Duration start={health.since} />
              </>
            )}
          </>
        }
        action={
          <Link to={paths.revision(deployment.id, servingId)} className="text-ink text-sm">
            Open its log
          </Link>
        }
      >
        {health?.detail}
        <div className="mt-2.5 empty:hidden print:hidden">
          <GoBack deployment={deployment} />
        </div>
      </Note>
    </div>
  )
}

/** Which revision serves, and where that is not the latest one how far that one is. */
function Revisions({ deployment }: { deployment: Deployment }) {
  const { active_revision_id: servingId, latest_revision_id: latestId, health } = deployment
  if (!latestId || deployment.is_agent_server) return null
  const revision = (id: string) => (
    <Link
      to={paths.revision(deployment.id, id)}
      title={id}
      className="mono rounded-sm text-ink underline decoration-line-strong underline-offset-2"
    >
      {shortId(id)}
    </Link>
  )
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-ink-2 text-sm max-[599px]:basis-full">
      {servingId && (
        <span>
          {revision(servingId)} {isFailing(health) ? 'is to serve' : 'serves'}
        </span>
      )}
      {servingId !== latestId && (
        <>
          {servingId && <span aria-hidden>·</span>}
          <span>latest {revision(latestId)}</span>
          <LatestRevisionPill deploymentId={deployment.id} revisionId={latestId} />
        </>
      )}
    </span>
  )
}

function LatestRevisionPill(props: { deploymentId: string; revisionId: string }) {
  const { data } = useSuspenseQuery(revisionQuery(useApi(), props.deploymentId, props.revisionId))
  return <RevisionPill revision={data} />
}
