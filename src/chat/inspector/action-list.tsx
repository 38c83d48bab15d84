import { cx } from '../../ui/cx.ts'
import { formatClockTime } from '../../ui/format/format-time.ts'
import { ShortId } from '../../ui/format/short-id.tsx'
import type { ActionEntry } from '../session/action-history.ts'

/** What was asked of the server, newest first: when, when it was accepted, and what a read then proved. */
export function ActionList({ actions }: { actions: readonly ActionEntry[] }) {
  if (actions.length === 0) {
    return <p className="text-ink-3">Nothing was asked of the server from this page yet.</p>
  }
  return (
    <ol aria-label="What was asked" className="grid gap-2">
      {[...actions].reverse().map((entry) => (
        <li key={entry.key} className="border-b pb-2 last:border-b-0">
          <div className="flex items-center gap-2">
            <span className="grow font-medium">{entry.action}</span>
            {entry.run_id && (
              <span className="text-ink-3">
                <ShortId id={entry.run_id} noun="run" />
              </span>
            )}
          </div>
          <div className="flex flex-wrap gap-x-3 text-ink-2 text-sm tabular-nums">
            <Stage word="asked" at={entry.askedAt} />
            <Stage word="accepted" at={entry.acceptedAt} />
            <Stage word="verified" at={entry.verifiedAt} />
          </div>
          {(entry.outcome || entry.error) && (
            <p className={cx('text-sm', entry.error ? 'text-bad' : 'text-ink-2')}>
              {entry.error ?? entry.outcome}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function Stage({ word, at }: { word: string; at: number | null }) {
  return (
    <span className={at === null ? 'text-ink-3' : undefined}>
      {word} {at === null ? '–' : formatClockTime(at)}
    </span>
  )
}
