import { useNavigate } from 'react-router-dom'
import {
  createOAuthProvider,
  listOAuthProviders,
} from '../../contract/control-plane/oauth-providers.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { ProviderForm } from './provider-form.tsx'
import { createProviderRequest, emptyProvider } from './provider-values.ts'

export const handle = { useTitle: () => 'New', section: 'oauth-providers' } satisfies PageHandle

/** Makes an OAuth provider record. */
export function Component() {
  const api = useApi()
  const navigate = useNavigate()
  const create = useCall(api.controlPlane, createOAuthProvider, {
    invalidates: () => [queryKey(api.controlPlane, listOAuthProviders)],
  })
  return (
    <ProviderForm
      title="New OAuth provider"
      before={emptyProvider}
      isNew
      submitLabel="Create provider"
      cancelTo={paths.oauthProviders()}
      isPending={create.isPending}
      request={{ method: 'POST', path: createOAuthProvider.path, bodyOf: createProviderRequest }}
      onSubmit={(values, { onSaved, onRefused }) =>
        create.mutate(
          { body: createProviderRequest(values) },
          {
            onSuccess: ({ provider_id }) => {
              onSaved()
              void navigate(paths.oauthProvider(provider_id))
            },
            onError: onRefused,
          },
        )
      }
    />
  )
}
