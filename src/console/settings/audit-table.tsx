import { Link } from 'react-router-dom'
import { listApiTokens } from '../../contract/gateway/api-tokens.ts'
import { type AuditEntry, listAudit } from '../../contract/gateway/audit.ts'
import type { Connection } from '../../contract/gateway/connections.ts'
import { listUsers } from '../../contract/gateway/users.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { useApi } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { actionText } from './action-text.ts'
import { isTokenUserName } from './token-user-name.ts'

type AuditTableProps = { entries: readonly AuditEntry[]; connections: readonly Connection[] }

const looks: Record<string, { tone: Tone; words: string }> = {
  done: { tone: 'ok', words: 'Done' },
  refused: { tone: 'warn', words: 'Refused' },
  failed: { tone: 'bad', words: 'Failed' },
}

const linkClass = 'rounded-sm text-ink underline decoration-line-strong underline-offset-2'
/** Pages of what has no page of its own; a connection and a deployment are told by the entry. */
const placesOfOwn = [
  { below: listApiTokens.path, to: paths.apiTokens(), words: 'API tokens' },
  { below: listUsers.path, to: paths.users(), words: 'Users' },
]

/** Entries of the audit log as rows. */
export function AuditTable({ entries, connections }: AuditTableProps) {
  return (
    <Table label="Audit log">
      <thead>
        <Tr>
          <Th>When</Th>
          <Th className="max-[599px]:hidden">Who</Th>
          <Th>What</Th>
          <Th className="max-[899px]:hidden">About</Th>
          <Th>Result</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} connections={connections} />
        ))}
      </tbody>
    </Table>
  )
}

function AuditRow({
  entry,
  connections,
}: { entry: AuditEntry } & Pick<AuditTableProps, 'connections'>) {
  const look = looks[entry.result] ?? { tone: 'idle' as const, words: entry.result }
  return (
    <Tr>
      <Td className="text-ink-2">
        <RelativeTime value={entry.at} />
      </Td>
      <Td className="max-w-44 max-[599px]:hidden">
        <span className="block truncate">
          <Who userName={entry.user_name} />
        </span>
        {entry.remote_address && (
          <span className="block truncate text-ink-3 text-xs">{entry.remote_address}</span>
        )}
      </Td>
      <Td className="max-w-80 max-[599px]:max-w-[26vw]">
        <span
          className="block truncate max-[599px]:whitespace-normal max-[599px]:break-words"
          title={entry.action ?? entry.path}
        >
          {actionText(entry.action) ?? `${entry.method} ${entry.path}`}
        </span>
        <span className="block truncate text-ink-2 text-sm min-[600px]:hidden">
          <Who userName={entry.user_name} />
        </span>
        <span className="mono block truncate text-ink-3 max-[599px]:hidden" title={entry.path}>
          {entry.path}
        </span>
      </Td>
      <Td className="max-w-56 max-[899px]:hidden">
        <Target entry={entry} connections={connections} />
      </Td>
      <Td>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <StatusPill tone={look.tone}>{look.words}</StatusPill>
          <span className="text-ink-3 text-sm tabular-nums max-[999px]:hidden">
            {entry.status} · {formatDuration(entry.duration_ms)}
          </span>
        </span>
      </Td>
      <Td className="w-px">
        <EntryMenu entry={entry} />
      </Td>
    </Tr>
  )
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
function Target({
  entry,
  connections,
}: { entry: AuditEntry } & Pick<AuditTableProps, 'connections'>) {
  const current = useApi().connection.id
  const { deployment_id: deploymentId, connection_id: connectionId } = entry
  const place = placesOfOwn.find(({ below }) => entry.path.startsWith(below))
  const connection = connections.find(({ id }) => id === connectionId)
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      {deploymentId &&
        (connectionId === current ? (
          <Link
            to={paths.deployment(deploymentId)}
            title={deploymentId}
            className={`mono ${linkClass}`}
          >
            {shortId(deploymentId)}
          </Link>
        ) : (
          <span className="mono" title={deploymentId}>
            {shortId(deploymentId)}
          </span>
        ))}
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
