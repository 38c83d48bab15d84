import { Ellipsis } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { AuditEntry } from '../../contract/audit.ts'
import type { Connection } from '../../contract/connections.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format-duration.ts'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { shortId } from '../../ui/short-id-text.ts'
import { StatusPill, type Tone } from '../../ui/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { useApi } from '../api.tsx'
import { useObjectMenu } from '../object-menu.tsx'
import { paths } from '../paths.ts'
import { actionText } from './action-text.ts'

type AuditTableProps = { entries: readonly AuditEntry[]; connections: readonly Connection[] }

const looks: Record<string, { tone: Tone; words: string }> = {
  done: { tone: 'ok', words: 'Done' },
  refused: { tone: 'warn', words: 'Refused' },
  failed: { tone: 'bad', words: 'Failed' },
}

/** Entries of the audit log as rows. */
export function AuditTable({ entries, connections }: AuditTableProps) {
  return (
    <Table label="Audit log">
      <thead>
        <Tr>
          <Th>When</Th>
          <Th>Who</Th>
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
      <Td className="max-w-44 max-[599px]:max-w-[24vw]">
        <span className="block truncate">
          {entry.user_name ?? <span className="text-ink-3">anyone</span>}
        </span>
        {entry.remote_address && (
          <span className="block truncate text-ink-3 text-xs max-[599px]:hidden">
            {entry.remote_address}
          </span>
        )}
      </Td>
      <Td className="max-w-80 max-[599px]:max-w-[32vw]">
        <span className="block truncate" title={entry.action ?? entry.path}>
          {actionText(entry.action) ?? `${entry.method} ${entry.path}`}
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

/** The deployment, which can be opened where it is of the connection in use, and the connection. */
function Target({
  entry,
  connections,
}: { entry: AuditEntry } & Pick<AuditTableProps, 'connections'>) {
  const current = useApi().connection.id
  const { deployment_id: deploymentId, connection_id: connectionId } = entry
  const connection = connections.find(({ id }) => id === connectionId)
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      {deploymentId &&
        (connectionId === current ? (
          <Link
            to={paths.deployment(deploymentId)}
            title={deploymentId}
            className="mono rounded-sm text-ink underline decoration-line-strong underline-offset-2"
          >
            {shortId(deploymentId)}
          </Link>
        ) : (
          <span className="mono" title={deploymentId}>
            {shortId(deploymentId)}
          </span>
        ))}
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
    to: paths.audit(),
    value: entry,
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about entry ${entry.id}`} size="sm">
            <Ellipsis aria-hidden size={14} strokeWidth={1.8} />
          </IconButton>
        }
      >
        {items}
      </Menu>
      {dialog}
    </>
  )
}
