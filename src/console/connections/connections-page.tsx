import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Connection, listConnections } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Note } from '../../ui/page/note.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { query, useApi } from '../api.tsx'
import { type Column, RowLink } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { probeLook } from '../objects/probe-look.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { kindText } from './connection-words.ts'

export const handle = {
  useTitle: () => 'Connections',
  to: paths.connections,
  section: 'connections',
} satisfies PageHandle

const filters = [{ name: 'name', label: 'Filter by name or address' }]

/** @param currentId the connection in use */
const columnsFor = (currentId: string): readonly Column<Connection>[] => [
  {
    head: 'Name',
    cellClass: 'max-w-60 max-[599px]:max-w-[44vw]',
    cell: ({ id, name }, href) => (
      <span className="flex items-center gap-2">
        <RowLink href={href(paths.connection(id))}>{name}</RowLink>
        {id === currentId && (
          <StatusPill tone="ok" isCompact>
            In use
          </StatusPill>
        )}
      </span>
    ),
  },
  {
    head: 'Leads to',
    className: 'max-[799px]:hidden',
    cellClass: 'text-ink-2',
    cell: kindText,
  },
  {
    head: 'Address',
    className: 'max-[599px]:hidden',
    cellClass: 'mono max-w-72 truncate',
    titleOf: ({ base_url }) => base_url,
    cell: ({ base_url }) => base_url,
  },
  {
    head: 'Key',
    className: 'max-[999px]:hidden',
    cellClass: 'whitespace-nowrap text-ink-2',
    cell: ({ has_key }) => (has_key ? 'kept by the server' : 'none'),
  },
  {
    head: 'Last test',
    cell: (connection) => {
      const { tone, words } = probeLook(connection)
      return <StatusPill tone={tone}>{words}</StatusPill>
    },
  },
]

/** The servers that this console works with. Their keys stay on the server that serves this page. */
export function Component() {
  const api = useApi()
  const { data: connections } = useSuspenseQuery(query(api.gateway, listConnections))
  const url = useUrlFilters()
  const shown = filteredRows(connections, url, ({ name, base_url }) => [name, base_url])
  return (
    <>
      <ListPage
        title="Connections"
        noun={['connection', 'connections']}
        url={url}
        filters={filters}
        searched="the name or address"
        action={
          <Button
            variant="primary"
            disabledReason={useRefusal('admin')}
            render={<Link to={paths.newConnection()} />}
          >
            Add connection
          </Button>
        }
        total={connections.length}
        shown={shown.length}
        empty={<EmptyState title="No connections" />}
      >
        <ListTable
          label="Connections"
          columns={columnsFor(api.connection.id)}
          rows={shown}
          keyOf={({ id }) => id}
          rowsLead
        />
      </ListPage>
      <div className="mt-5">
        <Note tone="info" title="Keys never reach this page">
          The server adds a connection’s key to the requests that it forwards. The key of the local
          stack is in the file <code className="mono">api-key</code> of its data directory; use it
          from scripts and other clients in the header <code className="mono">X-Api-Key</code>.{' '}
          <DocLink page="other-servers">What works with which server</DocLink>
        </Note>
      </div>
    </>
  )
}
