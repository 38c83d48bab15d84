import { useSuspenseQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, FileJson } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom'
import { type Deployment, patchDeployment } from '../../contract/deployments.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Tab, TabList } from '../../ui/tabs.tsx'
import { useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import { copyText } from '../shell/copy-text.ts'
import { useGateway } from '../shell/gateway-context.ts'
import { PageBoundary } from '../shell/page-boundary.tsx'
import type { PageHandle } from '../shell/page-handle.ts'
import { useParam } from '../shell/use-param.ts'
import { chatProblem } from './chat-problem.ts'
import { deploymentQuery, revisionQuery, whatRevisionsChange } from './queries.ts'
import { RevisionPill } from './revision-pill.tsx'

/** The tabs share the header, so going from one to another keeps it. */
export const handle = {
  keeps: ({ deploymentId }) => `deployment ${deploymentId}`,
} satisfies PageHandle

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What all tabs of a deployment have above them: its name, state, address, actions. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(useApi(), deploymentId))
  const { reachability } = useGateway()
  const { pathname } = useLocation()
  const address = deployment.source_config.custom_url
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 className="min-w-0 break-words font-title text-xl tracking-[-0.015em]">
              {deployment.name}
            </h1>
            <LatestStatus deployment={deployment} />
          </div>
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
        </div>
        <Actions deployment={deployment} />
      </header>
      <TabList label={deployment.name} className="mt-[18px] mb-5">
        <Tab render={<NavLink end to={paths.deployment(deploymentId)} />}>Overview</Tab>
        <Tab render={<NavLink end to={paths.deploymentRevisions(deploymentId)} />}>Revisions</Tab>
        <Tab render={<NavLink end to={paths.deploymentThreads(deploymentId)} />}>Threads</Tab>
        <Tab render={<NavLink end to={paths.deploymentRuns(deploymentId)} />}>Runs</Tab>
      </TabList>
      <PageBoundary key={pathname} reachability={reachability}>
        <Outlet />
      </PageBoundary>
    </>
  )
}

function LatestStatus({ deployment }: { deployment: Deployment }) {
  const revisionId = deployment.latest_revision_id
  if (!revisionId) return <StatusPill tone="idle">No revision</StatusPill>
  return <LatestRevisionPill deploymentId={deployment.id} revisionId={revisionId} />
}

function LatestRevisionPill(props: { deploymentId: string; revisionId: string }) {
  const { data } = useSuspenseQuery(revisionQuery(useApi(), props.deploymentId, props.revisionId))
  return <RevisionPill revision={data} />
}

function Actions({ deployment }: { deployment: Deployment }) {
  const [dialog, setDialog] = useState<'revision' | 'json' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        disabledReason={chatProblem(deployment)}
        render={<Link to={paths.newThread(deployment.id)} />}
      >
        Open chat
      </Button>
      <Button render={<Link to={paths.editDeployment(deployment.id)} />}>Edit</Button>
      <Button
        variant="primary"
        onClick={() => setDialog('revision')}
        disabledReason={rebuildProblem(deployment)}
      >
        New revision
      </Button>
      <Menu
        trigger={
          <IconButton label="More actions" variant="default">
            <Ellipsis {...iconProps} />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Copy {...iconProps} />}
          onSelect={() => copyText(deployment.id, 'deployment id')}
        >
          Copy id
        </MenuItem>
        <MenuItem icon={<FileJson {...iconProps} />} onSelect={() => setDialog('json')}>
          Show as JSON
        </MenuItem>
      </Menu>
      <NewRevisionDialog deployment={deployment} isOpen={dialog === 'revision'} onClose={close} />
      <Dialog isOpen={dialog === 'json'} onClose={close} title={deployment.name} size="lg">
        <JsonView value={deployment} label="deployment" openDepth={2} />
      </Dialog>
    </div>
  )
}

type NewRevisionDialogProps = { deployment: Deployment; isOpen: boolean; onClose: () => void }

/** Builds the same reference again. Sending it back unchanged is the published way to ask for that. */
function NewRevisionDialog({ deployment, isOpen, onClose }: NewRevisionDialogProps) {
  const api = useApi()
  const { repo_ref, langgraph_config_path } = deployment.source_revision_config
  const patch = useCall(api.controlPlane, patchDeployment, {
    invalidates: () => whatRevisionsChange(api, deployment.id),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Start a new revision?"
      consequence={
        <>
          Builds the newest commit of{' '}
          <span className="mono">{repo_ref ?? 'the default branch'}</span> with the present
          configuration and secrets. What serves now goes on until it is deployed. To change
          something, use Edit.
        </>
      }
      confirmLabel="Start revision"
      tone="primary"
      onConfirm={() =>
        patch.mutateAsync({
          params: { deployment_id: deployment.id },
          body: { source_revision_config: { repo_ref, langgraph_config_path } },
        })
      }
    />
  )
}

/** Why the present source cannot be built again, or undefined. */
function rebuildProblem({ source_revision_config: config }: Deployment): string | undefined {
  return config.repo_ref || config.langgraph_config_path
    ? undefined
    : 'This deployment names no git reference to build again'
}
