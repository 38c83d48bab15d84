import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteOAuthConnection,
  listOAuthConnections,
  type OAuthConnection,
} from '../../contract/control-plane/oauth-connections.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { query, queryKey, useApi, useCall } from '../api.tsx'

const shown = 100

/** Who gave access by a provider, or that the server does not tell. */
export function OAuthConnections({ providerId }: { providerId: string }) {
  const { connection, controlPlane } = useApi()
  const isTold = searchesRuns(connection)
  const { data, error } = useQuery({
    ...query(controlPlane, listOAuthConnections, {
      query: { provider: providerId, limit: shown },
    }),
    enabled: isTold,
    retry: false,
  })
  if (!isTold || (!data && error)) {
    return (
      <Card>
        <CardHeader title="Access given" />
        <p className="px-4 py-3 text-ink-2">
          {isTold && error
            ? `It could not be read: ${error.message}`
            : 'This server does not tell who has given access.'}
        </p>
      </Card>
    )
  }
  if (!data) return null
  return (
    <Card>
      <CardHeader title="Access given" detail={data.length} />
      {data.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">Nobody has given access by this provider yet.</p>
      ) : (
        <ul aria-label="Access given">
          {data.map((connection) => (
            <Connection key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Connection({ connection }: { connection: OAuthConnection }) {
  const api = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const forget = useCall(api.controlPlane, deleteOAuthConnection, {
    invalidates: () => [queryKey(api.controlPlane, listOAuthConnections)],
  })
  const { user_id, agent_id, scopes, expires_at, is_refreshable } = connection
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 last:border-b-0">
      <div className="min-w-0 grow">
        <p className="mono truncate" title={user_id}>
          {user_id}
          {agent_id && <span className="text-ink-3"> for {agent_id}</span>}
        </p>
        <p className="text-ink-2 text-sm">
          {scopes.join(' ') || 'no scopes'}
          {' · '}
          {expires_at ? (
            <>
              token ends <RelativeTime value={expires_at} />
            </>
          ) : (
            'no end told'
          )}
          {is_refreshable && ', renewed by itself'}
        </p>
      </div>
      <Button acts size="sm" onClick={() => setIsAsking(true)} aria-label={`Forget ${user_id}`}>
        Forget
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={() => setIsAsking(false)}
          title={`Forget the access of ${user_id}?`}
          consequence="The tokens are deleted, and revoked at the provider where it told how to. The person has to agree again."
          confirmLabel="Forget"
          onConfirm={() => forget.mutateAsync({ params: { connection_id: connection.id } })}
        />
      )}
    </li>
  )
}
