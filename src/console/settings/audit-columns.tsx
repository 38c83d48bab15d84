import { Link } from 'react-router-dom'
import { listAlertChannels } from '../../contract/alerts/channels.ts'
import { listAlertRules } from '../../contract/alerts/rules.ts'
import { listAlertSilences } from '../../contract/alerts/silences.ts'
import { actionText } from '../../contract/gateway/action-text.ts'
import { rotateApiKey } from '../../contract/gateway/api-key.ts'
import { listApiTokens } from '../../contract/gateway/api-tokens.ts'
import { type AuditEntry, listAudit } from '../../contract/gateway/audit.ts'
import type { Connection } from '../../contract/gateway/connections.ts'
import { listUsers } from '../../contract/gateway/users.ts'
import { cx } from '../../ui/cx.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'
import { useApi } from '../api.tsx'
import { actionsColumn, type Column } from '../lists/column.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { isTokenUserName } from './token-user-name.ts'

const looks: Record<string, { tone: Tone; words: string }> = {
  done: { tone: 'ok', words: 'Done' },
  refused: { tone: 'warn', words: 'Refused' },
  failed: { tone: 'bad', words: 'Failed' },
}

const linkClass = 'rounded-sm text-ink underline decoration-line-strong underline-offset-2'
/** Pages of what has no page of its own; a connection and a deployment are told by the entry. */
const placesOfOwn = [
  { below: listApiTokens.path, to: paths.apiTokens(), words: 'API tokens' },
  { below: rotateApiKey.path, to: paths.stack(), words: 'API key' },
  { below: listUsers.path, to: paths.users(), words: 'Users' },
  { below: listAlertRules.path, to: paths.alertRules(), words: 'Alert rules' },
  { below: listAlertChannels.path, to: paths.alertChannels(), words: 'Alert channels' },
  { below: listAlertSilences.path, to: paths.alerts(), words: 'Alerts' },
]

/** The columns of the audit log. @param connections those that are known, by which entries name theirs */
export const auditColumns = (connections: readonly Connection[]): readonly Column<AuditEntry>[] => [
  { head: 'When', cellClass: 'text-ink-2', cell: ({ at }) => <RelativeTime value={at} /> },
  {
    head: 'Who',
    className: 'max-[599px]:hidden',
    cellClass: 'max-w-44',
    cell: ({ user_name, remote_address }) => (
      <>
        <span className="block truncate">
          <Who userName={user_name} />
        </span>
        {remote_address && (
          <span className="block truncate text-ink-3 text-xs">{remote_address}</span>
        )}
      </>
    ),
  },
  {
    head: 'What',
    cellClass: 'max-w-80 max-[599px]:max-w-[26vw]',
    cell: ({ user_name, action, method, path, changes }) => (
      <>
        <span
          className="block truncate max-[599px]:whitespace-normal max-[599px]:break-words"
          title={action ?? path}
        >
          {actionText(action) ?? `${method} ${path}`}
        </span>
        <span className="block truncate text-ink-2 text-sm min-[600px]:hidden">
          <Who userName={user_name} />
        </span>
        <span
          className={cx('block truncate text-ink-3 text-sm', !changes && 'mono max-[599px]:hidden')}
          title={changes ? changesText(changes) : path}
        >
          {changes ? changesText(changes) : path}
        </span>
      </>
    ),
  },
  {
    head: 'About',
    className: 'max-[899px]:hidden',
    cellClass: 'max-w-56',
    cell: (entry) => <Target entry={entry} connections={connections} />,
  },
  {
    head: 'Result',
    cell: ({ result, status, duration_ms }) => {
      const look = looks[result] ?? { tone: 'idle' as const, words: result }
      return (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <StatusPill tone={look.tone}>{look.words}</StatusPill>
          <span className="text-ink-3 text-sm tabular-nums max-[999px]:hidden">
            {status} · {formatDuration(duration_ms)}
          </span>
        </span>
      )
    },
  },
  actionsColumn((entry) => <EntryMenu entry={entry} />),
]

/** `role: admin, password`: what was set, and to what where that is no secret. */
function changesText(changes: NonNullable<AuditEntry['changes']>): string {
  return changes
    .map(({ field, value }) => (value === undefined ? field : `${field}: ${value ?? 'none'}`))
    .join(', ')
}

/** A program leads to the page of its token. */
function Who({ userName }: { userName: string | null | undefined }) {
  if (!userName) return <span className="text-ink-3">anyone</span>
  if (!isTokenUserName(userName)) return userName
  return (
    <Link to={paths.apiTokens()} title={userName} className={linkClass}>
      {userName}
    </Link>
  )
}

/** The deployment, which can be opened where it is of the connection in use, and the connection. */
function Target({ entry, connections }: { entry: AuditEntry; connections: readonly Connection[] }) {
  const current = useApi().connection.id
  const { deployment_id: deploymentId, connection_id: connectionId, subject_name: name } = entry
  const shownId = name ?? (deploymentId ? shortId(deploymentId) : null)
  const place = placesOfOwn.find(({ below }) => entry.path.startsWith(below))
  const connection = connections.find(({ id }) => id === connectionId)
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      {deploymentId &&
        (connectionId === current ? (
          <Link
            to={paths.deployment(deploymentId)}
            title={deploymentId}
            className={cx(linkClass, !name && 'mono')}
          >
            {shownId}
          </Link>
        ) : (
          <span className={name ? undefined : 'mono'} title={deploymentId}>
            {shownId}
          </span>
        ))}
      {!deploymentId && name && <span className="truncate">{name}</span>}
      {place && (
        <Link to={place.to} className={linkClass}>
          {place.words}
        </Link>
      )}
      {connectionId && (
        <span className="truncate text-ink-2">{connection?.name ?? shortId(connectionId)}</span>
      )}
    </span>
  )
}

function EntryMenu({ entry }: { entry: AuditEntry }) {
  const { items, dialog } = useObjectMenu({
    noun: 'audit entry',
    id: entry.id,
    ...useGatewayRead()(`${listAudit.path}?before=${BigInt(entry.id) + 1n}&limit=1`),
    to: paths.audit(),
    value: entry,
  })
  return (
    <>
      <MoreMenu label={`More about entry ${entry.id}`} isInRow>
        {items}
      </MoreMenu>
      {dialog}
    </>
  )
}
