import { useNavigate } from 'react-router-dom'
import { createConnection, listConnections } from '../../contract/gateway/connections.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { ConnectionForm } from './connection-form.tsx'
import { createBody, emptyConnection } from './connection-values.ts'

export const handle = {
  useTitle: () => 'New',
  section: 'connections',
} satisfies PageHandle

/** Adds a server that the console can work with. */
export function Component() {
  const { gateway } = useApi()
  const navigate = useNavigate()
  const create = useCall(gateway, createConnection, {
    invalidates: () => [queryKey(gateway, listConnections)],
  })
  return (
    <ConnectionForm
      title="New connection"
      before={emptyConnection}
      submitLabel="Add connection"
      cancelTo={paths.connections()}
      isPending={create.isPending}
      request={{ method: 'POST', path: createConnection.path, bodyOf: createBody }}
      onSubmit={(values, { onSaved, onRefused }) =>
        create.mutate(
          { body: createBody(values) },
          {
            onSuccess: (connection) => {
              onSaved()
              toast.ok(`Added ${connection.name}`, {
                description: 'Test it to see what its server can do.',
              })
              void navigate(paths.connection(connection.id))
            },
            onError: onRefused,
          },
        )
      }
    />
  )
}
