import { useQuery } from '@tanstack/react-query'
import { Copy, MessageSquare, MessagesSquare, Pencil, Play } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { isSettled } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { longFirstLine, longSecondLine, longSecondLineHead } from '../../../ui/table/long-table.tsx'
import { RowMenu } from '../../../ui/table/row-buttons.tsx'
import { useApi } from '../../api.tsx'
import { actionsHead, RowLink } from '../../lists/column.tsx'
import type { LongColumn } from '../../lists/long-list-table.tsx'
import { paths } from '../../paths.ts'
import { copyText } from '../../shell/copy-text.ts'
import { AgentServerStatus } from '../agent-server-card.tsx'
import { chatProblem } from '../chat-problem.ts'
import { deploymentTypeLabel } from '../deployment-types.ts'
import { revisionQuery } from '../queries.ts'
import { RevisionPill, sourceText } from '../revision/revision-pill.tsx'
import type { ListedDeployment } from './deployment-list.ts'

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const
const oneLine = 'overflow-clip text-ellipsis whitespace-nowrap text-ink-2'

/**
 * The columns of deployments. Narrow screens leave some out, and tell in a second line when and what serves;
 * on a phone the status has a line of its own between, so that the name has the whole of the first.
 */
export const deploymentColumns: readonly LongColumn<ListedDeployment>[] = [
  {
    head: 'Name',
    className: 'flex-1',
    cellClass: `${longFirstLine} max-[599px]:self-start max-[599px]:pt-[7px]`,
    cell: ({ deployment: { id, name } }, href) => (
      <RowLink href={href(paths.deployment(id))}>{name}</RowLink>
    ),
  },
  {
    head: 'Latest revision',
    className: 'w-[260px] flex-none',
    headClass: 'max-[599px]:sr-only',
    cellClass: `flex items-center gap-2 overflow-clip ${longFirstLine} max-[899px]:*:h-[19px] max-[599px]:absolute max-[599px]:top-[28px] max-[599px]:right-[50px] max-[599px]:left-0 max-[599px]:w-auto max-[599px]:pb-0`,
    cell: ({ deployment, status }) => <LatestRevision deployment={deployment} status={status} />,
  },
  {
    head: 'Serving',
    className: 'w-[110px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `text-ink-2 ${longSecondLine} max-[899px]:w-auto max-[599px]:left-[92px] min-[600px]:max-[899px]:left-[calc(100%-378px)]`,
    cell: ({ deployment }) =>
      deployment.is_agent_server ? null : <Serving deployment={deployment} />,
  },
  {
    head: 'Source',
    className: 'w-[190px] flex-none max-[899px]:hidden',
    cellClass: oneLine,
    cell: ({ deployment, revision }) =>
      sourceText(
        revision?.source_revision_config ?? deployment.source_revision_config,
        deployment.source_config.custom_url ?? undefined,
      ),
  },
  {
    head: 'Type',
    className: 'w-[100px] flex-none max-[999px]:hidden',
    cellClass: oneLine,
    cell: ({ deployment }) => deploymentTypeLabel(deployment),
  },
  {
    head: 'Updated',
    className: 'w-[110px] flex-none',
    headClass: longSecondLineHead,
    cellClass: `text-ink-2 ${longSecondLine} max-[899px]:left-0`,
    cell: ({ deployment }) => <RelativeTime value={deployment.updated_at} />,
  },
  {
    ...actionsHead,
    className: 'w-[118px] flex-none max-[599px]:w-[50px]',
    cellClass: 'flex items-center justify-end gap-1',
    cell: ({ deployment }) => (
      <>
        <span className="opacity-0 focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100 max-[599px]:hidden">
          <ChatButton deployment={deployment} />
        </span>
        <RowMenu
          label={`More about ${deployment.name}`}
          items={() => <RowMenuItems deployment={deployment} />}
        />
      </>
    ),
  },
]

type LatestProps = Pick<ListedDeployment, 'deployment' | 'status'>

function LatestRevision({ deployment, status }: LatestProps) {
  const id = deployment.latest_revision_id
  if (deployment.status === 'AWAITING_DELETE') {
    return <StatusPill tone="idle">Being deleted</StatusPill>
  }
  if (deployment.is_agent_server) return <AgentServerStatus deploymentId={deployment.id} />
  if (!id) return <span className="text-ink-3">none yet</span>
  // The list itself tells what has settled.
  return status !== null && isSettled({ status }) ? (
    <KnownRevision deployment={deployment} id={id} revision={{ status }} />
  ) : (
    <WatchedRevision deployment={deployment} id={id} status={status} />
  )
}

function WatchedRevision({ deployment, id, status }: LatestProps & { id: string }) {
  const { data, error } = useQuery(revisionQuery(useApi(), deployment.id, id))
  const known = data ?? (status === null ? null : { status })
  if (known) return <KnownRevision deployment={deployment} id={id} revision={known} />
  return error ? (
    <span className="text-ink-3" title={error.message}>
      status unknown
    </span>
  ) : (
    <span className="inline-block h-[22px] w-24 animate-late rounded-full bg-idle-soft align-middle" />
  )
}

type KnownRevisionProps = {
  deployment: Deployment
  id: string
  revision: ComponentProps<typeof RevisionPill>['revision']
}

function KnownRevision({ deployment, id, revision }: KnownRevisionProps) {
  return (
    <>
      <RevisionPill revision={revision} hasElapsed />
      {deployment.health?.status === 'failing' && <StatusPill tone="bad">Not answering</StatusPill>}
      <span className="mono text-ink-3 max-[479px]:hidden" title={id}>
        {shortId(id)}
      </span>
    </>
  )
}

function Serving({ deployment }: { deployment: Deployment }) {
  const id = deployment.active_revision_id
  if (!id) {
    return (
      <span className="text-ink-3">
        <span className="min-[900px]:hidden">nothing serves</span>
        <span className="max-[899px]:hidden">none</span>
      </span>
    )
  }
  return (
    <>
      {id === deployment.latest_revision_id ? (
        'the latest'
      ) : (
        <span className="mono" title={id}>
          {shortId(id)}
        </span>
      )}
      <span className="min-[900px]:hidden"> serves</span>
    </>
  )
}

function ChatButton({ deployment }: { deployment: Deployment }) {
  return (
    <Button
      acts
      size="sm"
      aria-label={`Chat with ${deployment.name}`}
      disabledReason={chatProblem(deployment)}
      render={<Link to={paths.newThread(deployment.id)} />}
    >
      Chat
    </Button>
  )
}

function RowMenuItems({ deployment }: { deployment: Deployment }) {
  const address = deployment.source_config.custom_url
  return (
    <>
      <MenuItem
        acts
        icon={<MessageSquare {...iconProps} />}
        disabledReason={chatProblem(deployment)}
        render={<Link to={paths.newThread(deployment.id)} />}
      >
        Chat
      </MenuItem>
      <MenuItem
        icon={<MessagesSquare {...iconProps} />}
        render={<Link to={paths.deploymentThreads(deployment.id)} />}
      >
        Threads
      </MenuItem>
      <MenuItem
        icon={<Play {...iconProps} />}
        render={<Link to={paths.deploymentRuns(deployment.id)} />}
      >
        Runs
      </MenuItem>
      {!deployment.is_agent_server && (
        <MenuItem
          acts
          icon={<Pencil {...iconProps} />}
          render={<Link to={paths.editDeployment(deployment.id)} />}
        >
          Edit
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Copy {...iconProps} />}
        onSelect={() => copyText(deployment.id, 'deployment id')}
      >
        Copy id
      </MenuItem>
      {address && (
        <MenuItem icon={<Copy {...iconProps} />} onSelect={() => copyText(address, 'address')}>
          Copy address
        </MenuItem>
      )}
    </>
  )
}
