import { useNavigate } from 'react-router-dom'
import {
  createOAuthProvider,
  listOAuthProviders,
} from '../../contract/control-plane/oauth-providers.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { queryKey, useApi } from '../api.tsx'
import { withoutSecret } from '../forms/request-text.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { ProviderForm } from './provider-form.tsx'
import {
  createProviderRequest,
  emptyProvider,
  publishedProviderRequest,
} from './provider-values.ts'

export const handle = { useTitle: () => 'New', section: 'oauth-providers' } satisfies PageHandle

/** Makes an OAuth provider record. */
export function Component() {
  const { connection, controlPlane } = useApi()
  const navigate = useNavigate()
  return (
    <ProviderForm
      title="New OAuth provider"
      before={emptyProvider}
      endpoint={createOAuthProvider}
      inputOf={(values) => ({
        body: searchesRuns(connection)
          ? createProviderRequest(values)
          : publishedProviderRequest(values),
      })}
      shown={(body) => withoutSecret(body, 'client_secret')}
      conflictAt="provider_id"
      invalidates={[queryKey(controlPlane, listOAuthProviders)]}
      onSaved={({ provider_id }) => navigate(paths.oauthProvider(provider_id))}
      submitLabel="Create provider"
      cancelTo={paths.oauthProviders()}
    />
  )
}
