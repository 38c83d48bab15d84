import { useNavigate } from 'react-router-dom'
import { createConnection, listConnections } from '../../contract/gateway/connections.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi } from '../api.tsx'
import { withoutSecret } from '../forms/request-text.ts'
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
  return (
    <ConnectionForm
      title="New connection"
      before={emptyConnection}
      endpoint={createConnection}
      inputOf={(values) => ({ body: createBody(values) })}
      shown={(body) => withoutSecret(body, 'api_key')}
      invalidates={[queryKey(gateway, listConnections)]}
      onSaved={({ id, name }) => {
        toast.ok(`Added ${name}`)
        void navigate(paths.connection(id))
      }}
      submitLabel="Add connection"
      cancelTo={paths.connections()}
    />
  )
}
