import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import {
  getConnection,
  listConnections,
  localConnectionId,
  patchConnection,
} from '../../contract/gateway/connections.ts'
import { aboutConnection } from '../../contract/pages/connection-pages.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi } from '../api.tsx'
import { withoutSecret } from '../forms/request-text.ts'
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
  firstReads: aboutConnection,
} satisfies PageHandle

/** Changes a connection; its key is kept, replaced or removed, and never shown. */
export function Component() {
  const api = useApi()
  const { gateway } = api
  const navigate = useNavigate()
  const { data: connection } = useSuspenseQuery(connectionQuery(api, useParam('connectionId')))
  const params = { connection_id: connection.id }
  return (
    <ConnectionForm
      key={connection.id}
      title={`Edit ${connection.name}`}
      before={valuesOf(connection)}
      hasKey={connection.has_key}
      isLocal={connection.id === localConnectionId}
      endpoint={patchConnection}
      inputOf={(values, before) => ({ params, body: patchBody(before, values) })}
      shown={(body) => withoutSecret(body, 'api_key')}
      invalidates={[queryKey(gateway, listConnections), queryKey(gateway, getConnection)]}
      onSaved={({ id, name }) => {
        toast.ok(`Saved ${name}`)
        void navigate(paths.connection(id))
      }}
      submitLabel="Save"
      cancelTo={paths.connection(connection.id)}
    />
  )
}
