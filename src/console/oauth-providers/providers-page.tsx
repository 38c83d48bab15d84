import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import { listOAuthProviders } from '../../contract/oauth-providers.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'
import { useRefusal } from '../shell/use-refusal.ts'
import { ProviderTable } from './provider-table.tsx'

export const handle = {
  useTitle: () => 'OAuth providers',
  to: paths.oauthProviders,
  section: 'oauth-providers',
} satisfies PageHandle

/** The OAuth provider records of the control plane, and a way to one whose identifier is known. */
export function Component() {
  const { data: providers, error } = useQuery({
    ...query(useApi().controlPlane, listOAuthProviders),
    throwOnError: (cause, { state }) => state.data === undefined && !hasNoList(cause),
  })
  const icon = <KeyRound aria-hidden size={24} strokeWidth={1.5} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="grow font-title text-xl tracking-[-0.015em]">OAuth providers</h1>
        <OpenByIdentifier />
        <Button
          variant="primary"
          className="h-8"
          disabledReason={useRefusal('admin')}
          render={<Link to={paths.newOAuthProvider()} />}
        >
          New provider
        </Button>
      </div>
      <Card>
        {providers && providers.length > 0 ? (
          <ProviderTable providers={providers} />
        ) : providers ? (
          <EmptyState title="No OAuth providers" icon={icon}>
            Agents that act on a person’s behalf find the provider here by its identifier.
          </EmptyState>
        ) : error ? (
          <EmptyState title="This server does not list its providers" icon={icon}>
            Open a record by its provider identifier.
          </EmptyState>
        ) : (
          <div className="px-4">
            <Skeleton label="Loading OAuth providers" lines={3} />
          </div>
        )}
      </Card>
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
