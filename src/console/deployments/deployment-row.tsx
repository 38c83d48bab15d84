import { Copy, Ellipsis, MessageSquare, MessagesSquare, Pencil, Play } from 'lucide-react'
import { memo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Deployment } from '../../contract/deployments.ts'
import type { Revision } from '../../contract/revisions.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { shortId } from '../../ui/short-id-text.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Td, Tr } from '../../ui/table.tsx'
import { openRow } from '../list-rows.ts'
import { paths } from '../paths.ts'
import { copyText } from '../shell/copy-text.ts'
import { chatProblem } from './chat-problem.ts'
import { deploymentTypeLabel } from './deployment-types.ts'
import { RevisionPill, sourceText } from './revision-pill.tsx'

type DeploymentRowProps = {
  deployment: Deployment
  /** Status of the latest revision as far as it is known. */
  status: string | null
  /** The latest revision, where it was read by itself. */
  revision: Revision | undefined
  /** Why that could not be read. */
  problem: string | undefined
  /** Its place in the whole table, counted from 1, the head included. */
  rowIndex: number
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** A deployment in the list. The whole row leads to it. Drawn again only when something of it changed. */
export const DeploymentRow = memo(function DeploymentRow(props: DeploymentRowProps) {
  const { deployment, status, revision, problem, rowIndex } = props
  const navigate = useNavigate()
  const servingId = deployment.active_revision_id
  return (
    <Tr
      aria-rowindex={rowIndex}
      onClick={openRow(() => navigate(paths.deployment(deployment.id)))}
      className="cursor-pointer"
    >
      <Td className="max-w-72 max-[599px]:max-w-[34vw]">
        <Link
          to={paths.deployment(deployment.id)}
          className="block truncate rounded-sm font-semibold no-underline"
        >
          {deployment.name}
        </Link>
      </Td>
      <Td>
        <LatestRevision
          deployment={deployment}
          status={status}
          revision={revision}
          problem={problem}
        />
      </Td>
      <Td className="text-ink-2 max-[899px]:hidden">
        {!servingId ? (
          <span className="text-ink-3">none</span>
        ) : servingId === deployment.latest_revision_id ? (
          'the latest'
        ) : (
          <span className="mono" title={servingId}>
            {shortId(servingId)}
          </span>
        )}
      </Td>
      <Td className="max-w-56 truncate text-ink-2 max-[799px]:hidden">
        {sourceText(
          revision?.source_revision_config ?? deployment.source_revision_config,
          deployment.source_config.custom_url ?? undefined,
        )}
      </Td>
      <Td className="text-ink-2 max-[999px]:hidden">{deploymentTypeLabel(deployment)}</Td>
      <Td className="text-ink-2 max-[599px]:hidden">
        <RelativeTime value={deployment.updated_at} />
      </Td>
      <Td className="w-px">
        <span className="flex items-center justify-end gap-1">
          <span className="opacity-0 transition-opacity focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100 max-[599px]:hidden">
            <ChatButton deployment={deployment} />
          </span>
          <RowMenu deployment={deployment} />
        </span>
      </Td>
    </Tr>
  )
})

type LatestRevisionProps = Omit<DeploymentRowProps, 'rowIndex'>

function LatestRevision({ deployment, status, revision, problem }: LatestRevisionProps) {
  const id = deployment.latest_revision_id
  if (deployment.status === 'AWAITING_DELETE') {
    return <StatusPill tone="idle">Being deleted</StatusPill>
  }
  if (!id) return <span className="text-ink-3">none yet</span>
  const known = revision?.status === status ? revision : status === null ? null : { status }
  if (!known) {
    return problem ? (
      <span className="text-ink-3" title={problem}>
        status unknown
      </span>
    ) : (
      <span className="inline-block h-[22px] w-24 animate-late rounded-full bg-idle-soft align-middle" />
    )
  }
  return (
    <span className="flex items-center gap-2">
      <RevisionPill revision={known} hasElapsed />
      {deployment.health?.status === 'failing' && <StatusPill tone="bad">Not answering</StatusPill>}
      <span className="mono text-ink-3 max-[479px]:hidden" title={id}>
        {shortId(id)}
      </span>
    </span>
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

function RowMenu({ deployment }: { deployment: Deployment }) {
  const address = deployment.source_config.custom_url
  return (
    <Menu
      trigger={
        <IconButton label={`More about ${deployment.name}`} size="sm">
          <Ellipsis {...iconProps} />
        </IconButton>
      }
    >
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
      <MenuItem
        acts
        icon={<Pencil {...iconProps} />}
        render={<Link to={paths.editDeployment(deployment.id)} />}
      >
        Edit
      </MenuItem>
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
    </Menu>
  )
}
