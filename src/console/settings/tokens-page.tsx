import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { listApiTokens } from '../../contract/gateway/api-tokens.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, useApi } from '../api.tsx'
import { FilteredCard } from '../lists/filtered-card.tsx'
import { LastChecked } from '../lists/last-checked.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { useSession } from '../shell/use-session.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { roleOptions } from './role-words.ts'
import { TokenTable } from './token-table.tsx'

export const handle = { useTitle: () => 'API tokens', to: paths.apiTokens } satisfies PageHandle

/** What programs sign in with at this console's server, instead of a password. */
export function Component() {
  const session = useSession()
  const refusal = useRefusal('admin')
  const url = useUrlFilters()
  const [isAdding, setIsAdding] = useState(false)
  const isNeeded = session?.required === true
  const list = useQuery({
    ...query(useApi().gateway, listApiTokens),
    enabled: isNeeded,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  if (session && !isNeeded) {
    return (
      <EmptyState title="Nobody has to sign in here">
        A program needs no token either. Start the server with{' '}
        <code className="mono">QUARTERDECK_PASSWORD</code> to ask people for a password and programs
        for a token.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-2">
          A program signs in with a token instead of a password, and may do what its role may.
        </p>
        <div className="flex flex-wrap items-center justify-end gap-2 max-[599px]:basis-full">
          <UrlSearch url={url} name="name" label="Filter by name" />
          <UrlChoice url={url} name="role" label="Role" options={roleOptions} />
          <Button variant="primary" disabledReason={refusal} onClick={() => setIsAdding(true)}>
            New token
          </Button>
        </div>
      </div>
      <FilteredCard
        url={url}
        entries={list.data ?? []}
        noun={['token', 'tokens']}
        searched="name"
        textsOf={({ name }) => [name]}
        choice={{ name: 'role', options: roleOptions, valueOf: ({ role }) => role }}
        otherwise={<NoTokens isLoading={!list.data} />}
        beside={
          list.data && (
            <LastChecked
              at={list.dataUpdatedAt}
              isLive={false}
              isChecking={list.isRefetching}
              hasFailed={list.isRefetchError}
              onCheck={() => void list.refetch()}
            />
          )
        }
      >
        {(shown) => <TokenTable tokens={shown} />}
      </FilteredCard>
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

function NoTokens({ isLoading }: { isLoading: boolean }) {
  if (isLoading) {
    return (
      <div className="px-4">
        <Skeleton label="Loading API tokens" lines={3} />
      </div>
    )
  }
  return (
    <EmptyState
      title="No API tokens yet"
      icon={<KeyRound aria-hidden size={24} strokeWidth={1.5} />}
    >
      Make one for each program, such as a build server or a script, so that each can be stopped by
      itself and the audit log tells which one did what.
    </EmptyState>
  )
}
