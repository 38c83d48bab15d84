import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { type Connection, listConnections } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/page/note.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { query, useApi } from '../api.tsx'
import { FilteredCard } from '../lists/filtered-card.tsx'
import { openRow, walkRows } from '../lists/list-rows.ts'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { kindText, probeLook } from './connection-words.ts'

export const handle = {
  useTitle: () => 'Connections',
  to: paths.connections,
  section: 'connections',
} satisfies PageHandle

/** The servers that this console works with. Their keys stay on the server that serves this page. */
export function Component() {
  const api = useApi()
  const { data: connections } = useSuspenseQuery(query(api.gateway, listConnections))
  const url = useUrlFilters()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="grow font-title text-xl tracking-[-0.015em]">Connections</h1>
        {connections.length > 0 && (
          <UrlSearch
            url={url}
            name="name"
            label="Filter by name or address"
            className="max-[599px]:order-1"
          />
        )}
        <Button
          variant="primary"
          disabledReason={useRefusal('admin')}
          render={<Link to={paths.newConnection()} />}
        >
          Add connection
        </Button>
      </div>
      <div className="grid gap-5">
        <FilteredCard
          url={url}
          entries={connections}
          noun={['connection', 'connections']}
          searched="name or address"
          textsOf={({ name, base_url }) => [name, base_url]}
          otherwise={<ConnectionTable connections={connections} currentId={api.connection.id} />}
        >
          {(shown) => <ConnectionTable connections={shown} currentId={api.connection.id} />}
        </FilteredCard>
        <Note tone="info" title="Keys never reach this page">
          The server adds a connection’s key to the requests that it forwards. The key of the local
          stack is in the file <code className="mono">api-key</code> of its data directory; use it
          from scripts and other clients in the header <code className="mono">X-Api-Key</code>.
        </Note>
      </div>
    </>
  )
}

type ConnectionTableProps = { connections: readonly Connection[]; currentId: string }

function ConnectionTable({ connections, currentId }: ConnectionTableProps) {
  return (
    <Table label="Connections">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th className="max-[799px]:hidden">Leads to</Th>
          <Th className="max-[599px]:hidden">Address</Th>
          <Th className="max-[999px]:hidden">Key</Th>
          <Th>Last test</Th>
        </Tr>
      </thead>
      <tbody onKeyDown={walkRows('tr')}>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            isCurrent={connection.id === currentId}
          />
        ))}
      </tbody>
    </Table>
  )
}

function ConnectionRow({ connection, isCurrent }: { connection: Connection; isCurrent: boolean }) {
  const navigate = useNavigate()
  const to = paths.connection(connection.id)
  const { tone, words } = probeLook(connection)
  return (
    <Tr onClick={openRow(() => navigate(to))} className="cursor-pointer">
      <Td className="max-w-60 max-[599px]:max-w-[44vw]">
        <span className="flex items-center gap-2">
          <Link
            to={to}
            title={connection.name}
            className="truncate rounded-sm font-semibold text-ink no-underline"
          >
            {connection.name}
          </Link>
          {isCurrent && (
            <StatusPill tone="ok" isCompact>
              In use
            </StatusPill>
          )}
        </span>
      </Td>
      <Td className="text-ink-2 max-[799px]:hidden">{kindText(connection)}</Td>
      <Td className="mono max-w-72 truncate max-[599px]:hidden" title={connection.base_url}>
        {connection.base_url}
      </Td>
      <Td className="whitespace-nowrap text-ink-2 max-[999px]:hidden">
        {connection.has_key ? 'kept by the server' : 'none'}
      </Td>
      <Td>
        <StatusPill tone={tone}>{words}</StatusPill>
      </Td>
    </Tr>
  )
}
