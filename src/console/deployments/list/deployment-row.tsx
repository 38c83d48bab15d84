import { Copy, MessageSquare, MessagesSquare, Pencil, Play } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { longCell, longFirstLine, longRow, longSecondLine } from '../../../ui/table/long-table.tsx'
import { RowMenu } from '../../../ui/table/row-buttons.tsx'
import { paths } from '../../paths.ts'
import { copyText } from '../../shell/copy-text.ts'
import { AgentServerStatus } from '../agent-server-card.tsx'
import { chatProblem } from '../chat-problem.ts'
import { deploymentTypeLabel } from '../deployment-types.ts'
import { RevisionPill, sourceText } from '../revision/revision-pill.tsx'

/**
 * How wide the columns are. Narrow screens leave some out, and tell in a second line when and what serves;
 * on a phone the status has a line of its own between, so that the name has the whole of the first.
 */
export const deploymentColumns = {
  name: 'flex-1',
  latest: 'w-[260px] flex-none',
  serving: 'w-[110px] flex-none',
  source: 'w-[190px] flex-none max-[899px]:hidden',
  type: 'w-[100px] flex-none max-[999px]:hidden',
  updated: 'w-[110px] flex-none',
  actions: 'w-[118px] flex-none max-[599px]:w-[50px]',
}
const oneLine = 'overflow-clip text-ellipsis whitespace-nowrap text-ink-2'
const cells = {
  name: longCell(
    deploymentColumns.name,
    `${longFirstLine} max-[599px]:self-start max-[599px]:pt-[7px]`,
  ),
  latest: longCell(
    deploymentColumns.latest,
    `flex items-center gap-2 overflow-clip ${longFirstLine} max-[899px]:*:h-[19px] max-[599px]:absolute max-[599px]:top-[28px] max-[599px]:right-[50px] max-[599px]:left-0 max-[599px]:w-auto max-[599px]:pb-0`,
  ),
  serving: longCell(
    deploymentColumns.serving,
    `text-ink-2 ${longSecondLine} max-[899px]:w-auto max-[599px]:left-[92px] min-[600px]:max-[899px]:left-[calc(100%-378px)]`,
  ),
  source: longCell(deploymentColumns.source, oneLine),
  type: longCell(deploymentColumns.type, oneLine),
  updated: longCell(deploymentColumns.updated, `text-ink-2 ${longSecondLine} max-[899px]:left-0`),
  actions: longCell(deploymentColumns.actions, 'flex items-center justify-end gap-1'),
}

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
  href: (path: string) => string
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** A deployment in the list. The whole row leads to it. Drawn again only when something of it changed. */
export const DeploymentRow = memo(function DeploymentRow(props: DeploymentRowProps) {
  const { deployment, status, revision, problem, rowIndex, href } = props
  const servingId = deployment.active_revision_id
  return (
    <tr {...longRow(rowIndex)}>
      <td {...cells.name}>
        <a
          href={href(paths.deployment(deployment.id))}
          title={deployment.name}
          className="block overflow-clip text-ellipsis whitespace-nowrap rounded-sm font-semibold no-underline"
        >
          {deployment.name}
        </a>
      </td>
      <td {...cells.latest}>
        <LatestRevision
          deployment={deployment}
          status={status}
          revision={revision}
          problem={problem}
        />
      </td>
      <td {...cells.serving}>
        {deployment.is_agent_server ? null : !servingId ? (
          <span className="text-ink-3">
            <span className="min-[900px]:hidden">nothing serves</span>
            <span className="max-[899px]:hidden">none</span>
          </span>
        ) : servingId === deployment.latest_revision_id ? (
          'the latest'
        ) : (
          <span className="mono" title={servingId}>
            {shortId(servingId)}
          </span>
        )}
        {servingId && <span className="min-[900px]:hidden"> serves</span>}
      </td>
      <td {...cells.source}>
        {sourceText(
          revision?.source_revision_config ?? deployment.source_revision_config,
          deployment.source_config.custom_url ?? undefined,
        )}
      </td>
      <td {...cells.type}>{deploymentTypeLabel(deployment)}</td>
      <td {...cells.updated}>
        <RelativeTime value={deployment.updated_at} />
      </td>
      <td {...cells.actions}>
        <span className="opacity-0 focus-within:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100 max-[599px]:hidden">
          <ChatButton deployment={deployment} />
        </span>
        <RowMenu
          label={`More about ${deployment.name}`}
          items={() => <RowMenuItems deployment={deployment} />}
        />
      </td>
    </tr>
  )
})

type LatestRevisionProps = Omit<DeploymentRowProps, 'rowIndex' | 'href'>

function LatestRevision({ deployment, status, revision, problem }: LatestRevisionProps) {
  const id = deployment.latest_revision_id
  if (deployment.status === 'AWAITING_DELETE') {
    return <StatusPill tone="idle">Being deleted</StatusPill>
  }
  if (deployment.is_agent_server) return <AgentServerStatus deploymentId={deployment.id} />
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
    <>
      <RevisionPill revision={known} hasElapsed />
      {deployment.health?.status === 'failing' && <StatusPill tone="bad">Not answering</StatusPill>}
      <span className="mono text-ink-3 max-[479px]:hidden" title={id}>
        {shortId(id)}
      </span>
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
