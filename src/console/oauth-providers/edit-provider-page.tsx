import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  getOAuthProvider,
  listOAuthProviders,
  type OAuthProviderResponse,
  patchOAuthProvider,
} from '../../contract/control-plane/oauth-providers.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { query, queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { ProviderForm } from './provider-form.tsx'
import { patchProviderRequest, valuesOfProvider } from './provider-values.ts'

export const handle = {
  useTitle: ({ providerId = '' }) => {
    const params = { provider_id: providerId }
    const { data } = useQuery(query(useApi().controlPlane, getOAuthProvider, { params }))
    return `Edit ${data?.name ?? providerId}`
  },
  section: 'oauth-providers',
} satisfies PageHandle

/** Changes an OAuth provider record. */
export function Component() {
  const params = { provider_id: useParam('providerId') }
  const { data } = useSuspenseQuery(query(useApi().controlPlane, getOAuthProvider, { params }))
  return <EditForm key={data.id} provider={data} />
}

function EditForm({ provider }: { provider: OAuthProviderResponse }) {
  const api = useApi()
  const navigate = useNavigate()
  // Taken once: what is read later must not overwrite what is typed.
  const [before] = useState(() => valuesOfProvider(provider))
  const params = { provider_id: provider.provider_id }
  const save = useCall(api.controlPlane, patchOAuthProvider, {
    invalidates: () => [
      queryKey(api.controlPlane, listOAuthProviders),
      queryKey(api.controlPlane, getOAuthProvider, { params }),
    ],
  })
  return (
    <ProviderForm
      title={`Edit ${provider.name}`}
      before={before}
      isNew={false}
      submitLabel="Save"
      cancelTo={paths.oauthProvider(provider.provider_id)}
      isPending={save.isPending}
      request={{
        method: 'PATCH',
        path: fillPath(patchOAuthProvider.path, params),
        bodyOf: (values) => patchProviderRequest(before, values),
      }}
      onSubmit={(values, { onSaved, onRefused }) =>
        save.mutate(
          { params, body: patchProviderRequest(before, values) },
          {
            onSuccess: () => {
              onSaved()
              toast.ok('Saved')
              void navigate(paths.oauthProvider(provider.provider_id))
            },
            onError: onRefused,
          },
        )
      }
    />
  )
}
