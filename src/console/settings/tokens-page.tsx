import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type ApiToken, listApiTokens } from '../../contract/gateway/api-tokens.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { failsUnread, query, useApi } from '../api.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { useSession } from '../shell/use-session.ts'
import { roleOptions } from './role-words.ts'
import { tokenColumns } from './token-columns.tsx'
import { whoMayAsk } from './who-may-ask.ts'

export const handle = {
  useTitle: () => 'API tokens',
  to: paths.apiTokens,
  readAhead: async (client, api) => {
    const session = await whoMayAsk(client, api, listApiTokens)
    if (session?.required) await client.prefetchQuery(query(api.gateway, listApiTokens))
  },
} satisfies PageHandle

const NewTokenDialog = lazyPart(() =>
  import('./new-token-dialog.tsx').then((code) => code.NewTokenDialog),
)

const byName = { name: 'name', label: 'Filter by name' }
const byRole = { name: 'role', label: 'Role', options: roleOptions }

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
    ...failsUnread,
  })
  if (session && !isNeeded) {
    return (
      <EmptyState title="Nobody has to sign in here">
        Programs need no token either for the addresses of this console, below{' '}
        <code className="mono">/gateway</code>. The control plane and the agent servers go on asking
        for the API key. Start the server without <code className="mono">--no-auth</code> to have
        tokens.
      </EmptyState>
    )
  }
  const role = { filter: byRole, valueOf: (token: ApiToken) => token.role }
  const shown = filteredRows(list.data ?? [], url, ({ name }) => [name], role)
  return (
    <>
      <ListPage
        note="A program signs in with a token instead of a password, and may do what its role may."
        noun={['token', 'tokens']}
        url={url}
        filters={[byName, byRole]}
        searched="the name"
        action={
          <Button variant="primary" disabledReason={refusal} onClick={() => setIsAdding(true)}>
            New token
          </Button>
        }
        total={list.data?.length}
        shown={shown.length}
        read={list}
        empty={
          <EmptyState
            title="No API tokens yet"
            icon={<KeyRound aria-hidden size={24} strokeWidth={1.5} />}
          >
            Make one for each program, such as a build server or a script, so that each can be
            stopped by itself and the audit log tells which one did what.{' '}
            <DocLink page="operators-guide" section="tokens-for-programs">
              How programs use one
            </DocLink>
          </EmptyState>
        }
      >
        <ListTable label="API tokens" columns={tokenColumns} rows={shown} keyOf={({ id }) => id} />
      </ListPage>
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
