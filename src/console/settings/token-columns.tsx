import type { ApiToken } from '../../contract/gateway/api-tokens.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useNow } from '../../ui/format/use-now.ts'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { actionsColumn, type Column } from '../lists/column.tsx'
import { roleText } from './role-words.ts'
import { TokenMenu } from './token-menu.tsx'

const aside = { className: 'max-[699px]:hidden', cellClass: 'text-ink-2' }
const lineBelow = 'block text-ink-3 text-sm min-[700px]:hidden'
const never = <span className="text-ink-3">never</span>

/** The columns of API tokens. Where there is no room for one, its words stand below the name. */
export const tokenColumns: readonly Column<ApiToken>[] = [
  {
    head: 'Name',
    cellClass: 'max-w-72 max-[699px]:max-w-[44vw]',
    cell: ({ name, last_used_at: used, expires_at: end }) => (
      <>
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        <span className={lineBelow}>
          {used ? (
            <>
              Used <RelativeTime value={used} />
            </>
          ) : (
            'Never used'
          )}
        </span>
        <span className={lineBelow}>
          {end ? <End at={end} word="Expires " /> : 'Never expires'}
        </span>
      </>
    ),
  },
  { head: 'Role', cell: ({ role }) => roleText(role) },
  {
    ...aside,
    head: 'Last used',
    cell: ({ last_used_at: used }) => (used ? <RelativeTime value={used} /> : never),
  },
  { ...aside, head: 'Expires', cell: ({ expires_at: end }) => (end ? <End at={end} /> : never) },
  {
    head: 'Created',
    className: 'max-[999px]:hidden',
    cellClass: 'max-w-56 text-ink-2',
    cell: ({ created_at, created_by }) => (
      <span className="flex gap-1">
        <RelativeTime value={created_at} />
        {created_by && (
          <span className="truncate" title={created_by}>
            by {created_by}
          </span>
        )}
      </span>
    ),
  },
  actionsColumn((token) => <TokenMenu token={token} />),
]

/** When it ends, or that it signs nobody in any more; seen when the moment comes. */
function End({ at, word = '' }: { at: string; word?: string }) {
  const isOver = Date.parse(at) <= useNow('half-minute')
  if (isOver) {
    return (
      <StatusPill tone="idle" isCompact>
        Expired
      </StatusPill>
    )
  }
  return (
    <>
      {word}
      <RelativeTime value={at} />
    </>
  )
}
