import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fillPath } from '../../contract/endpoint.ts'
import {
  type Connection,
  getConnection,
  listConnections,
  localConnectionId,
  patchConnection,
} from '../../contract/gateway/connections.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Note } from '../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { ConnectionForm } from './connection-form.tsx'
import { patchBody, valuesOf } from './connection-values.ts'
import { connectionQuery, useConnectionName } from './queries.ts'

export const handle = {
  useTitle: (params) => {
    const name = useConnectionName(params)
    return name && `Edit ${name}`
  },
  section: 'connections',
} satisfies PageHandle

/** Changes a connection; its key is kept, replaced or removed, and never shown. */
export function Component() {
  const { data: connection } = useSuspenseQuery(connectionQuery(useApi(), useParam('connectionId')))
  if (connection.id === localConnectionId) {
    return <Note title="The local stack is always there, as it is. It cannot be changed." />
  }
  return <EditForm key={connection.id} connection={connection} />
}

function EditForm({ connection }: { connection: Connection }) {
  const { gateway } = useApi()
  const navigate = useNavigate()
  const patch = useCall(gateway, patchConnection, {
    invalidates: () => [queryKey(gateway, listConnections), queryKey(gateway, getConnection)],
  })
  // Taken once: what is read later must not overwrite what is typed.
  const [before] = useState(() => valuesOf(connection))
  const params = { connection_id: connection.id }
  return (
    <ConnectionForm
      title={`Edit ${connection.name}`}
      before={before}
      hasKey={connection.has_key}
      submitLabel="Save"
      cancelTo={paths.connection(connection.id)}
      isPending={patch.isPending}
      request={{
        method: 'PATCH',
        path: fillPath(patchConnection.path, params),
        bodyOf: (values) => patchBody(before, values),
      }}
      onSubmit={(values, { onSaved, onRefused }) =>
        patch.mutate(
          { params, body: patchBody(before, values) },
          {
            onSuccess: (saved) => {
              onSaved()
              toast.ok(`Saved ${saved.name}`)
              void navigate(paths.connection(saved.id))
            },
            onError: onRefused,
          },
        )
      }
    />
  )
}
