import { oauthCallback } from '../../contract/control-plane/oauth-connections.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { useApi } from '../api.tsx'

/**
 * Where a provider sends people back to, which whoever registers the client has to give it; null where that is another
 * server's matter, or there is no identifier yet.
 */
export function useCallbackAddress(providerId: string): string | null {
  const { connection } = useApi()
  if (connection.kind !== 'local' || providerId.trim() === '') return null
  return connection.base_url + fillPath(oauthCallback.path, { provider_id: providerId.trim() })
}
