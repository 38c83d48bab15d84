import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import {
  getOAuthProvider,
  listOAuthProviders,
  patchOAuthProvider,
} from '../../contract/control-plane/oauth-providers.ts'
import { aboutProvider, providerRead } from '../../contract/pages/provider-pages.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi } from '../api.tsx'
import { withoutSecret } from '../forms/request-text.ts'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { ProviderForm } from './provider-form.tsx'
import { patchProviderRequest, valuesOfProvider } from './provider-values.ts'

export const handle = {
  useTitle: ({ providerId = '' }) => {
    const { data } = useQuery(readQuery(useApi(), providerRead(providerId)))
    return `Edit ${data?.name ?? providerId}`
  },
  section: 'oauth-providers',
  firstReads: aboutProvider,
} satisfies PageHandle

/** Changes an OAuth provider record. */
export function Component() {
  const api = useApi()
  const { controlPlane } = api
  const navigate = useNavigate()
  const params = { provider_id: useParam('providerId') }
  const { data: provider } = useSuspenseQuery(readQuery(api, providerRead(params.provider_id)))
  return (
    <ProviderForm
      key={provider.id}
      title={`Edit ${provider.name}`}
      before={valuesOfProvider(provider)}
      endpoint={patchOAuthProvider}
      inputOf={(values, before) => ({ params, body: patchProviderRequest(before, values) })}
      shown={(body) => withoutSecret(body, 'client_secret')}
      invalidates={[
        queryKey(controlPlane, listOAuthProviders),
        queryKey(controlPlane, getOAuthProvider, { params }),
      ]}
      onSaved={() => {
        toast.ok('Saved')
        void navigate(paths.oauthProvider(provider.provider_id))
      }}
      submitLabel="Save"
      cancelTo={paths.oauthProvider(provider.provider_id)}
    />
  )
}
