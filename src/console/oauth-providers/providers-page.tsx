import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import { listOAuthProviders } from '../../contract/control-plane/oauth-providers.ts'
import { refusalOf } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, useApi } from '../api.tsx'
import { FilteredCard } from '../lists/filtered-card.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { ProviderTable } from './provider-table.tsx'

export const handle = {
  useTitle: () => 'OAuth providers',
  to: paths.oauthProviders,
  section: 'oauth-providers',
  readAhead: (client, { controlPlane }) =>
    client.prefetchQuery(query(controlPlane, listOAuthProviders)),
} satisfies PageHandle

/** A row of its own, below the heading and its button, where all of them have no room in one. */
const filterRow = 'flex flex-wrap items-center gap-2 max-[1099px]:order-1 max-[1099px]:basis-full'

/** The OAuth provider records of the control plane, and a way to one whose identifier is known. */
export function Component() {
  const api = useApi()
  const lack = refusalOf(api.connection, 'oauth_providers')
  const refusal = useRefusal('admin')
  const url = useUrlFilters()
  const { data: providers, error } = useQuery({
    ...query(api.controlPlane, listOAuthProviders),
    throwOnError: (cause, { state }) => state.data === undefined && !hasNoList(cause),
  })
  const icon = <KeyRound aria-hidden size={24} strokeWidth={1.5} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="grow font-title text-xl tracking-[-0.015em]">OAuth providers</h1>
        <div className={error ? 'contents' : filterRow}>
          {!error && <UrlSearch url={url} name="name" label="Filter providers" />}
          <OpenByIdentifier />
        </div>
        <Button
          variant="primary"
          className="h-8"
          disabledReason={refusal ?? lack ?? undefined}
          render={<Link to={paths.newOAuthProvider()} />}
        >
          New provider
        </Button>
      </div>
      <FilteredCard
        url={url}
        entries={providers ?? []}
        noun={['provider', 'providers']}
        searched="name or identifier"
        textsOf={({ name, provider_id }) => [name, provider_id]}
        otherwise={
          providers ? (
            <EmptyState title="No OAuth providers" icon={icon}>
              Agents that act on a person’s behalf find the provider here by its identifier.
            </EmptyState>
          ) : error ? (
            <EmptyState
              title={
                lack
                  ? 'There are no OAuth providers here'
                  : 'This server does not list its providers'
              }
              icon={icon}
            >
              {lack ?? 'Open a record by its provider identifier.'}
            </EmptyState>
          ) : (
            <div className="px-4">
              <Skeleton label="Loading OAuth providers" lines={3} />
            </div>
          )
        }
      >
        {(shown) => <ProviderTable providers={shown} />}
      </FilteredCard>
    </>
  )
}

/** Published servers answer for one identifier only (§4.1). */
function hasNoList(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status)
}

function OpenByIdentifier() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const providerId = typed.trim()
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (providerId !== '') navigate(paths.oauthProvider(providerId))
  }
  return (
    <form onSubmit={open} className="flex max-[479px]:basis-full min-w-0 gap-2">
      <TextInput
        aria-label="Provider identifier"
        placeholder="Provider identifier"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        isMono
        className="w-[200px] max-[479px]:w-full"
      />
      <Button
        type="submit"
        className="h-8"
        disabledReason={providerId === '' ? 'Type an identifier first' : undefined}
      >
        Open
      </Button>
    </form>
  )
}
