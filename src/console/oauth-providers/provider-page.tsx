import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import {
  getOAuthProvider,
  type OAuthProviderResponse,
} from '../../contract/control-plane/oauth-providers.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { aboutProvider, providerRead } from '../../contract/pages/provider-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { DeleteItem } from '../../ui/overlay/delete-item.tsx'
import { MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useApi } from '../api.tsx'
import { useControlPlaneUrl, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { AuthorizationTest } from './authorization-test.tsx'
import { useCallbackAddress } from './callback-address.ts'
import { OAuthConnections } from './oauth-connections.tsx'
import { ProviderFaults } from './provider-faults.tsx'
import { ProviderRecord } from './provider-record.tsx'

const DeleteProviderDialog = lazyPart(() =>
  import('./delete-provider-dialog.tsx').then((code) => code.DeleteProviderDialog),
)

export const handle = {
  useTitle: ({ providerId = '' }) =>
    useQuery(useProviderQuery()).data?.name ?? (providerId.trim() || 'Not a provider'),
  to: (params) => paths.oauthProvider(params.providerId ?? ''),
  section: 'oauth-providers',
  firstReads: aboutProvider,
} satisfies PageHandle

/** One OAuth provider record, every field of it (§2.1); a 422 is laid out fault by fault (§2.2). */
export function Component() {
  const providerId = useParam('providerId')
  const { data: provider, error } = useQuery({
    ...useProviderQuery(),
    throwOnError: (cause, { state }) => state.data === undefined && !isRefusal(cause),
  })
  const callback = useCallbackAddress(providerId)
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
      <PageHeader title={provider.name}>
        <Actions provider={provider} />
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
        <Card>
          <CardHeader title="Record" />
          <CardBody>
            <ProviderRecord provider={provider} callback={callback} />
          </CardBody>
        </Card>
        <div className="flex flex-col gap-5">
          <AuthorizationTest key={provider.provider_id} providerId={provider.provider_id} />
          <OAuthConnections providerId={provider.provider_id} />
        </div>
      </div>
    </>
  )
}

function Actions({ provider }: { provider: OAuthProviderResponse }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const refusal = useRefusal('admin')
  const id = provider.provider_id
  const object = useObjectMenu({
    noun: 'OAuth provider',
    id,
    url: useControlPlaneUrl()(fillPath(getOAuthProvider.path, { provider_id: id })),
    to: paths.oauthProvider(id),
    value: provider,
  })
  return (
    <div className="flex gap-2 print:hidden">
      <Button disabledReason={refusal} render={<Link to={paths.editOAuthProvider(id)} />}>
        Edit
      </Button>
      <MoreMenu label="More actions">
        {object.items}
        <MenuSeparator />
        <DeleteItem disabledReason={refusal} onSelect={() => setIsDeleting(true)} />
      </MoreMenu>
      {object.dialog}
      {isDeleting && (
        <DeleteProviderDialog provider={provider} onClose={() => setIsDeleting(false)} />
      )}
    </div>
  )
}

function useProviderQuery() {
  return readQuery(useApi(), providerRead(useParam('providerId')))
}

/** A refused identifier is this page's own matter; everything else is the shell's. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 422
}
