import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionState } from '../../contract/gateway/session.ts'
import { listUsers, type User } from '../../contract/gateway/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { failsUnread, query, useApi } from '../api.tsx'
import { actionsColumn, type Column, timeColumn } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useSession } from '../shell/use-session.ts'
import { roleOptions, roleText } from './role-words.ts'
import { UserMenu } from './user-menu.tsx'
import { whoMayAsk } from './who-may-ask.ts'

export const handle = {
  useTitle: () => 'Users',
  to: paths.users,
  readAhead: async (client, api) => {
    if (hasUsers(await whoMayAsk(client, api, listUsers)))
      await client.prefetchQuery(query(api.gateway, listUsers))
  },
} satisfies PageHandle

/** Whether there is anybody to list: people sign in with names. */
const hasUsers = (session?: SessionState | null) =>
  session?.required === true && !session.by_address

const NewUserDialog = lazyPart(() =>
  import('./new-user-dialog.tsx').then((code) => code.NewUserDialog),
)

const byName = { name: 'name', label: 'Filter by name' }
const byRole = { name: 'role', label: 'Role', options: roleOptions }

/** @param ownId whoever looks @param provider what signs people in beside passwords */
const columnsFor = (
  ownId: string | undefined,
  provider: string | undefined,
): readonly Column<User>[] => [
  {
    head: 'Name',
    cellClass: 'max-w-60 max-[599px]:max-w-[40vw]',
    cell: ({ id, name, is_disabled, is_from_provider }) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-semibold" title={name}>
          {name}
        </span>
        {id === ownId && <span className="text-ink-3">you</span>}
        {is_from_provider && (
          <span className="truncate text-ink-3">by {provider ?? 'a provider'}</span>
        )}
        {is_disabled && (
          <StatusPill tone="idle" isCompact>
            Disabled
          </StatusPill>
        )}
      </span>
    ),
  },
  { head: 'Role', cell: ({ role }) => roleText(role) },
  {
    head: 'Signed in',
    className: 'max-[699px]:hidden',
    cellClass: 'text-ink-2',
    cell: ({ last_signed_in_at: at }) =>
      at ? <RelativeTime value={at} /> : <span className="text-ink-3">never</span>,
  },
  timeColumn('Created', ({ created_at }) => created_at),
  actionsColumn((user) => <UserMenu user={user} isOwn={user.id === ownId} />),
]

/** Who may sign in, and what each may do. */
export function Component() {
  const session = useSession()
  const url = useUrlFilters()
  const [isAdding, setIsAdding] = useState(false)
  const isNeeded = hasUsers(session)
  const { data: users } = useQuery({
    ...query(useApi().gateway, listUsers),
    enabled: isNeeded,
    ...failsUnread,
  })
  if (session?.by_address) {
    return (
      <EmptyState title="This server belongs to whoever started it">
        They are its only administrator, and nobody else gets in. Start it with{' '}
        <code className="mono">QUARTERDECK_PASSWORD</code> to have users with names, passwords and
        roles.
      </EmptyState>
    )
  }
  if (session && !isNeeded) {
    return (
      <EmptyState title="Nobody has to sign in here">
        Every account and every program of this machine may do everything here. Start the server
        without <code className="mono">--no-auth</code>, and it belongs to you; with{' '}
        <code className="mono">QUARTERDECK_PASSWORD</code> it asks for a password and has users with
        roles.
      </EmptyState>
    )
  }
  const role = { filter: byRole, valueOf: (user: User) => user.role }
  const shown = filteredRows(users ?? [], url, ({ name }) => [name], role)
  return (
    <>
      <ListPage
        note="A viewer reads, an operator also runs and deploys, an administrator does everything."
        noun={['user', 'users']}
        url={url}
        filters={[byName, byRole]}
        searched="the name"
        action={
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            New user
          </Button>
        }
        total={users?.length}
        shown={shown.length}
        empty={<EmptyState title="No users" />}
      >
        <ListTable
          label="Users"
          columns={columnsFor(session?.user?.id, session?.provider?.name)}
          rows={shown}
          keyOf={({ id }) => id}
        />
      </ListPage>
      {isAdding && <NewUserDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
