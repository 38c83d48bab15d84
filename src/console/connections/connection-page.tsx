import { useSuspenseQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { fillPath } from '../../contract/endpoint.ts'
import {
  type Connection,
  deleteConnection,
  getConnection,
  listConnections,
  localConnectionId,
  testConnection,
} from '../../contract/gateway/connections.ts'
import { includesRole } from '../../contract/gateway/roles.ts'
import { aboutConnection } from '../../contract/pages/connection-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { ShortId } from '../../ui/format/short-id.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { Note } from '../../ui/page/note.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { probeLook } from '../objects/probe-look.ts'
import { paths } from '../paths.ts'
import { useGateway } from '../shell/gateway-context.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { useSession } from '../shell/use-session.ts'
import { CapabilityTable } from './capability-table.tsx'
import { kindText } from './connection-words.ts'
import { connectionQuery, useConnectionName } from './queries.ts'

export const handle = {
  useTitle: useConnectionName,
  section: 'connections',
  firstReads: aboutConnection,
} satisfies PageHandle

/** One connection: where it leads, and what the server there can do. */
export function Component() {
  const api = useApi()
  const id = useParam('connectionId')
  const { data: connection } = useSuspenseQuery(connectionQuery(api, id))
  const test = useCall(api.gateway, testConnection, {
    invalidates: () => [
      queryKey(api.gateway, listConnections),
      queryKey(api.gateway, getConnection),
    ],
  })
  const session = useSession()
  const mayTest = session !== undefined && includesRole(session.role, 'operator')
  const isUntested = mayTest && connection.probe == null
  const { isIdle, mutate } = test
  // What was just added or changed is tested unasked: nobody goes on with a server that does not answer.
  useEffect(() => {
    if (isUntested && isIdle) mutate({ params: { connection_id: id }, body: {} })
  }, [isUntested, isIdle, mutate, id])
  const { tone, words } = probeLook(connection)
  return (
    <>
      <PageHeader
        title={connection.name}
        state={
          <StatusPill tone={test.isPending ? 'idle' : tone}>
            {test.isPending ? 'Testing' : words}
          </StatusPill>
        }
        detail={<p className="text-ink-2">{kindText(connection)}</p>}
      >
        <div className="flex flex-wrap gap-2">
          <Actions connection={connection}>
            <Button
              acts
              variant="primary"
              isPending={test.isPending}
              onClick={() => test.mutate({ params: { connection_id: id }, body: {} })}
            >
              Test
            </Button>
          </Actions>
        </div>
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)]">
        <div className="grid min-w-0 gap-5">
          {test.error && (
            <Note tone="bad" title="The test could not be made">
              {test.error.message}
            </Note>
          )}
          <CapabilityTable
            probe={connection.probe ?? null}
            isTesting={test.isPending}
            isBare={connection.kind === 'agent_server'}
          />
        </div>
        <ConnectionFacts connection={connection} />
      </div>
    </>
  )
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const origins = connection.key_origins ?? []
  return (
    <Card>
      <CardHeader title="Details" />
      <CardBody>
        <Facts>
          <Fact term={connection.kind === 'agent_server' ? 'Agent server' : 'Control plane'}>
            <CopyableText text={connection.base_url} label="Copy address" />
          </Fact>
          <Fact term="Feedback">
            <CopyableText text={connection.tracing_url} label="Copy feedback address" />
          </Fact>
          <Fact term="Key">{connection.has_key ? 'kept by the server' : 'none'}</Fact>
          {connection.tenant_id && (
            <Fact term="Workspace">
              <CopyableText text={connection.tenant_id} label="Copy workspace id" />
            </Fact>
          )}
          {origins.length > 0 && (
            <Fact term="Key also goes to">
              <ul className="mono break-all">
                {origins.map((origin) => (
                  <li key={origin}>{origin}</li>
                ))}
              </ul>
            </Fact>
          )}
          <Fact term="ID">
            <ShortId id={connection.id} noun="connection" />
          </Fact>
          {connection.updated_at && (
            <Fact term="Changed">
              <RelativeTime value={connection.updated_at} />
            </Fact>
          )}
        </Facts>
      </CardBody>
    </Card>
  )
}

/** What can be done with it, the main thing last before the menu. */
function Actions({ connection, children }: { connection: Connection; children: ReactNode }) {
  const api = useApi()
  const navigate = useNavigate()
  const { openConnection } = useGateway()
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useCall(api.gateway, deleteConnection, {
    invalidates: () => [queryKey(api.gateway, listConnections)],
  })
  const isLocal = connection.id === localConnectionId
  const refusal = useRefusal('admin')
  const fixed = isLocal ? 'The local stack is always there' : refusal
  const { items, dialog } = useObjectMenu({
    noun: 'connection',
    id: connection.id,
    ...useGatewayRead()(fillPath(getConnection.path, { connection_id: connection.id })),
    to: paths.connection(connection.id),
    value: connection,
  })
  return (
    <>
      <Button
        disabledReason={connection.id === api.connection.id ? 'It is in use' : undefined}
        onClick={() => openConnection(connection.id)}
      >
        Use
      </Button>
      <Button disabledReason={refusal} render={<Link to={paths.editConnection(connection.id)} />}>
        Edit
      </Button>
      {children}
      <MoreMenu label="More">
        {items}
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 aria-hidden size={14} strokeWidth={1.8} />}
          disabledReason={fixed}
          onSelect={() => setIsDeleting(true)}
        >
          Remove
        </MenuItem>
      </MoreMenu>
      {dialog}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={`Remove ${connection.name}?`}
        consequence="The console forgets the server and its key. Nothing changes on the server itself."
        typedName={connection.name}
        confirmLabel="Remove connection"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { connection_id: connection.id } })
          toast.ok(`Removed ${connection.name}`)
          await navigate(paths.connections())
        }}
      />
    </>
  )
}
