import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { type ApiToken, listApiTokens } from '../../contract/api-tokens.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { query, useApi } from '../api.tsx'
import { LastChecked } from '../last-checked.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'
import { useRefusal } from '../shell/use-refusal.ts'
import { useSession } from '../shell/use-session.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

export const handle = { useTitle: () => 'API tokens', to: paths.apiTokens } satisfies PageHandle

/** What programs sign in with at this console's server, instead of a password. */
export function Component() {
  const session = useSession()
  const refusal = useRefusal('admin')
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
  const newToken = (
    <Button variant="primary" disabledReason={refusal} onClick={() => setIsAdding(true)}>
      New token
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-2">
          A program signs in with a token instead of a password, and may do what its role may.
        </p>
        {newToken}
      </div>
      <Card>
        <Tokens tokens={list.data} />
      </Card>
      {list.data && (
        <div className="mt-2.5">
          <LastChecked
            at={list.dataUpdatedAt}
            isLive={false}
            isChecking={list.isRefetching}
            hasFailed={list.isRefetchError}
            onCheck={() => void list.refetch()}
          />
        </div>
      )}
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

/** @param tokens undefined while they are read */
function Tokens({ tokens }: { tokens: readonly ApiToken[] | undefined }) {
  if (!tokens) {
    return (
      <div className="px-4">
        <Skeleton label="Loading API tokens" lines={3} />
      </div>
    )
  }
  if (tokens.length > 0) return <TokenTable tokens={tokens} />
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
