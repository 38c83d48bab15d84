import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import { getOAuthProvider } from '../../contract/oauth-providers.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'
import { useParam } from '../shell/use-param.ts'
import { ProviderFaults } from './provider-faults.tsx'
import { ProviderRecord } from './provider-record.tsx'

export const handle = {
  useTitle: (params) => useQuery(useProviderQuery()).data?.name ?? params.providerId ?? null,
  to: (params) => paths.oauthProvider(params.providerId ?? ''),
  section: 'oauth-providers',
} satisfies PageHandle

/** One OAuth provider record, every field of it (§2.1); a 422 is laid out fault by fault (§2.2). */
export function Component() {
  const providerId = useParam('providerId')
  const { data: provider, error } = useQuery({
    ...useProviderQuery(),
    throwOnError: (cause, { state }) => state.data === undefined && !isRefusal(cause),
  })
  if (!provider) {
    return isRefusal(error) ? (
      <ProviderFaults
        providerId={providerId}
        error={error}
        action={<Button render={<Link to={paths.oauthProviders()} />}>All OAuth providers</Button>}
      />
    ) : (
      <Skeleton label="Loading the OAuth provider" lines={8} />
    )
  }
  return (
    <>
      <h1 className="mb-4 break-words font-title text-xl tracking-[-0.015em]">{provider.name}</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
        <Card>
          <CardHeader title="Record" />
          <CardBody>
            <ProviderRecord provider={provider} />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title="Raw JSON" />
          <CardBody>
            <JsonView value={provider} label="OAuth provider" openDepth={2} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

function useProviderQuery() {
  return query(useApi().controlPlane, getOAuthProvider, {
    params: { provider_id: useParam('providerId') },
  })
}

/** A refused identifier is this page's own matter; everything else is the shell's. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 422
}
