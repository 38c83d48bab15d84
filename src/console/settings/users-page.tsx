import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUsers, type User } from '../../contract/gateway/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { query, useApi } from '../api.tsx'
import { FilteredCard } from '../lists/filtered-card.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useSession } from '../shell/use-session.ts'
import { NewUserDialog } from './new-user-dialog.tsx'
import { roleOptions, roleText } from './role-words.ts'
import { UserMenu } from './user-menu.tsx'

export const handle = { useTitle: () => 'Users', to: paths.users } satisfies PageHandle

/** Who may sign in, and what each may do. */
export function Component() {
  const session = useSession()
  const url = useUrlFilters()
  const [isAdding, setIsAdding] = useState(false)
  const isNeeded = session?.required === true
  const { data: users } = useQuery({
    ...query(useApi().gateway, listUsers),
    enabled: isNeeded,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  if (session && !isNeeded) {
    return (
      <EmptyState title="Nobody has to sign in here">
        Whoever reaches this console may do everything. Start the server with{' '}
        <code className="mono">QUARTERDECK_PASSWORD</code> to ask for a password and to have users
        with roles.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-2">
          A viewer reads, an operator also runs and deploys, an administrator does everything.
        </p>
        <div className="flex flex-wrap items-center justify-end gap-2 max-[599px]:basis-full">
          {/* There always is whoever looks. */}
          <UrlSearch url={url} name="name" label="Filter by name" />
          <UrlChoice url={url} name="role" label="Role" options={roleOptions} />
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            New user
          </Button>
        </div>
      </div>
      <FilteredCard
        url={url}
        entries={users ?? []}
        noun={['user', 'users']}
        searched="name"
        textsOf={({ name }) => [name]}
        choice={{ name: 'role', options: roleOptions, valueOf: ({ role }) => role }}
        otherwise={
          <div className="px-4">
            <Skeleton label="Loading users" lines={3} />
          </div>
        }
      >
        {(shown) => <UserTable users={shown} ownId={session?.user?.id} />}
      </FilteredCard>
      {isAdding && <NewUserDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

function UserTable({ users, ownId }: { users: readonly User[]; ownId: string | undefined }) {
  return (
    <Table label="Users">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th className="max-[699px]:hidden">Signed in</Th>
          <Th className="max-[599px]:hidden">Created</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Tr key={user.id}>
            <Td className="max-w-60 max-[599px]:max-w-[40vw]">
              <span className="flex items-center gap-2">
                <span className="truncate font-semibold" title={user.name}>
                  {user.name}
                </span>
                {user.id === ownId && <span className="text-ink-3">you</span>}
                {user.is_disabled && (
                  <StatusPill tone="idle" isCompact>
                    Disabled
                  </StatusPill>
                )}
              </span>
            </Td>
            <Td>{roleText(user.role)}</Td>
            <Td className="text-ink-2 max-[699px]:hidden">
              {user.last_signed_in_at ? (
                <RelativeTime value={user.last_signed_in_at} />
              ) : (
                <span className="text-ink-3">never</span>
              )}
            </Td>
            <Td className="text-ink-2 max-[599px]:hidden">
              <RelativeTime value={user.created_at} />
            </Td>
            <Td className="w-px">
              <UserMenu user={user} isOwn={user.id === ownId} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
