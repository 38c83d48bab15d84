import { useSuspenseQuery } from '@tanstack/react-query'
import { type Connection, listConnections } from '../../contract/connections.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'

export const handle = {
  useTitle: () => 'Connections',
  to: paths.connections,
  section: 'connections',
} satisfies PageHandle

/** The servers that this console works with. Their keys stay on the server that serves this page. */
export function Component() {
  const api = useApi()
  const { data: connections } = useSuspenseQuery(query(api.gateway, listConnections))
  return (
    <>
      <h1 className="mb-4 font-title text-xl tracking-[-0.015em]">Connections</h1>
      <div className="grid gap-5">
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.id}
            connection={connection}
            isCurrent={connection.id === api.connection.id}
          />
        ))}
        <Note tone="info" title="Keys never reach this page">
          The server adds a connection’s key to the requests that it forwards. The key of the local
          stack is in the file <code className="mono">api-key</code> of its data directory; use it
          from scripts and other clients in the header <code className="mono">X-Api-Key</code>.
        </Note>
      </div>
    </>
  )
}

function ConnectionCard({ connection, isCurrent }: { connection: Connection; isCurrent: boolean }) {
  return (
    <Card>
      <CardHeader
        title={connection.name}
        actions={isCurrent && <StatusPill tone="ok">In use</StatusPill>}
      />
      <CardBody>
        <Facts>
          <Fact term="Control plane">
            <CopyableText text={connection.base_url} label="Copy control plane address" />
          </Fact>
          <Fact term="Feedback">
            <CopyableText text={connection.tracing_url} label="Copy feedback address" />
          </Fact>
          <Fact term="Key">{connection.has_key ? 'kept by the server' : 'none'}</Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
