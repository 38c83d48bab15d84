import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import type { OAuthProviderResponse } from '../../contract/control-plane/oauth-providers.ts'
import { refusalOf } from '../../contract/gateway/connections.ts'
import { providerList, providersPage } from '../../contract/pages/provider-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useApi } from '../api.tsx'
import { type Column, linkColumn, timeColumn } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'

export const handle = {
  useTitle: () => 'OAuth providers',
  to: paths.oauthProviders,
  section: 'oauth-providers',
  firstReads: providersPage,
} satisfies PageHandle

const filters = [{ name: 'name', label: 'Filter providers' }]

const columns: readonly Column<OAuthProviderResponse>[] = [
  linkColumn(
    'Name',
    ({ name }) => name,
    ({ provider_id }) => paths.oauthProvider(provider_id),
  ),
  {
    head: 'Provider identifier',
    cellClass: 'mono max-w-48 truncate max-[599px]:max-w-[44vw]',
    titleOf: ({ provider_id }) => provider_id,
    cell: ({ provider_id }) => provider_id,
  },
  {
    head: 'Client ID',
    className: 'max-[899px]:hidden',
    cellClass: 'mono max-w-60 truncate',
    titleOf: ({ client_id }) => client_id,
    cell: ({ client_id }) => client_id,
  },
  {
    head: 'PKCE',
    className: 'max-[699px]:hidden',
    cell: ({ uses_pkce, code_challenge_method: method }) => (uses_pkce ? (method ?? 'yes') : 'no'),
  },
  timeColumn('Updated', ({ updated_at }) => updated_at),
]

/** The OAuth provider records of the control plane, and a way to one whose identifier is known. */
export function Component() {
  const api = useApi()
  const lack = refusalOf(api.connection, 'oauth_providers')
  const refusal = useRefusal('admin')
  const url = useUrlFilters()
  const { data: providers, error } = useQuery({
    ...readQuery(api, providerList),
    throwOnError: (cause, { state }) => state.data === undefined && !hasNoList(cause),
  })
  const isUnlisted = !providers && error !== null
  const shown = filteredRows(providers ?? [], url, ({ name, provider_id }) => [name, provider_id])
  return (
    <ListPage
      title="OAuth providers"
      noun={['provider', 'providers']}
      url={url}
      filters={isUnlisted ? [] : filters}
      searched="the name or identifier"
      controls={<OpenByIdentifier />}
      action={
        <Button
          variant="primary"
          disabledReason={refusal ?? lack ?? undefined}
          render={<Link to={paths.newOAuthProvider()} />}
        >
          New provider
        </Button>
      }
      total={isUnlisted ? 0 : providers?.length}
      shown={shown.length}
      empty={
        <EmptyState
          title={
            lack
              ? 'There are no OAuth providers here'
              : isUnlisted
                ? 'This server does not list its providers'
                : 'No OAuth providers'
          }
          icon={<KeyRound aria-hidden size={24} strokeWidth={1.5} />}
        >
          {lack ??
            (isUnlisted
              ? 'Open a record by its provider identifier.'
              : 'Agents that act on a person’s behalf find the provider here by its identifier.')}{' '}
          <DocLink page="oauth">How agents use them</DocLink>
        </EmptyState>
      }
    >
      <ListTable
        label="OAuth providers"
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        rowsLead
      />
    </ListPage>
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
