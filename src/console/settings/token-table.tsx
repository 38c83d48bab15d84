import type { ReactNode } from 'react'
import type { ApiToken } from '../../contract/gateway/api-tokens.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useNow } from '../../ui/format/use-now.ts'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { roleText } from './role-words.ts'
import { TokenMenu } from './token-menu.tsx'

/** The API tokens as rows. Where there is no room for a column, its words stand below the name. */
export function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  return (
    <Table label="API tokens">
      <thead>
        <Tr>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th className="max-[699px]:hidden">Last used</Th>
          <Th className="max-[699px]:hidden">Expires</Th>
          <Th className="max-[999px]:hidden">Created</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </tbody>
    </Table>
  )
}

function TokenRow({ token }: { token: ApiToken }) {
  const { name, role, created_at, created_by, expires_at, last_used_at } = token
  const isOver = useIsOver(expires_at)
  const end = isOver ? (
    <StatusPill tone="idle" isCompact>
      Expired
    </StatusPill>
  ) : (
    expires_at && <RelativeTime value={expires_at} />
  )
  const use = last_used_at && <RelativeTime value={last_used_at} />
  return (
    <Tr>
      <Td className="max-w-72 max-[699px]:max-w-[44vw]">
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="block text-ink-3 text-sm min-[700px]:hidden">
          {use ? <>Used {use}</> : 'Never used'}
        </span>
        <span className="block text-ink-3 text-sm min-[700px]:hidden">
          {isOver ? end : end ? <>Expires {end}</> : 'Never expires'}
        </span>
      </Td>
      <Td>{roleText(role)}</Td>
      <OrNever>{use}</OrNever>
      <OrNever>{end}</OrNever>
      <Td className="max-w-56 text-ink-2 max-[999px]:hidden">
        <span className="flex gap-1">
          <RelativeTime value={created_at} />
          {created_by && (
            <span className="truncate" title={created_by}>
              by {created_by}
            </span>
          )}
        </span>
      </Td>
      <Td className="w-px">
        <TokenMenu token={token} />
      </Td>
    </Tr>
  )
}

function OrNever({ children }: { children: ReactNode }) {
  return (
    <Td className="text-ink-2 max-[699px]:hidden">
      {children || <span className="text-ink-3">never</span>}
    </Td>
  )
}

/** It signs nobody in any more; seen when the moment comes. */
function useIsOver(expiresAt: string | null | undefined): boolean {
  const now = useNow('half-minute')
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= now
}
