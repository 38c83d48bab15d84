import type { ReactNode } from 'react'
import type { PollInterval } from '../../client/polling.ts'
import { Button } from '../../ui/controls/button.tsx'
import { type CheckedRead, LastChecked } from './last-checked.tsx'

export interface More {
  label?: string
  isPending: boolean
  onMore: () => void
}

export type ListFooterProps = {
  /** How many there are, and of how many these are. */
  count?: ReactNode
  /** The read that the list comes from; absent where its age does not matter. */
  read?: CheckedRead | undefined
  /** How often it is read again by itself, in milliseconds. */
  everyMs?: PollInterval | undefined
  /** Reads more than that one. */
  onCheck?: (() => void) | undefined
  /** The way to the rest; absent where this is all. */
  more?: More | false | null | undefined
}

/** What stands below a list: how much of it this is, when it was read, and the way to the rest. */
export function ListFooter({ count, read, everyMs = false, onCheck, more }: ListFooterProps) {
  if (!count && !read && !more) return null
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
      {count && <p>{count}</p>}
      {read && <LastChecked read={read} everyMs={everyMs} isFollowed onCheck={onCheck} />}
      {more && (
        <Button size="sm" isPending={more.isPending} onClick={more.onMore}>
          {more.label ?? 'Show more'}
        </Button>
      )}
    </div>
  )
}
