import { Filter } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { CaseRow, Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Checkbox } from '../../../../ui/controls/checkbox.tsx'
import { cx } from '../../../../ui/cx.ts'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { LongListTable } from '../../../lists/long-list-table.tsx'
import { useUrlFilters } from '../../../lists/url-filters.ts'
import { attemptPath } from '../attempt/attempt-path.ts'
import { fits, foundRows } from './case-filters.ts'
import { FilterBar, shownFilter } from './filter-bar.tsx'
import { gridColumns } from './grid-columns.tsx'
import { GridTotals } from './grid-totals.tsx'
import { useFollowing } from './use-following.ts'

type CaseGridProps = {
  session: Session
  rows: readonly CaseRow[]
  /** What the targets are called, in their order. */
  roles: readonly string[]
}

/** Every case of a session with what it came to on each target. */
export function CaseGrid({ session, rows, roles }: CaseGridProps) {
  const url = useUrlFilters()
  const { search } = useLocation()
  // Typing comes first, however long the list.
  const text = useDeferredValue(url.get('text') ?? '')
  const tag = url.get('tag')
  const verdict = url.get('verdict')
  const show = shownFilter(url)
  const found = useMemo(() => foundRows(rows, { text, tag, verdict }), [rows, text, tag, verdict])
  const shown = useMemo(() => found.filter((row) => fits(row, show)), [found, show])
  const isRunning = session.status === 'running'
  const following = useFollowing(isRunning ? shown.findIndex((row) => fits(row, 'running')) : -1)
  const roleList = roles.join('\n')
  const columns = useMemo(
    () => gridColumns(roleList.split('\n'), (id) => attemptPath(session.session_id, id, search)),
    [roleList, session.session_id, search],
  )
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-x-1.5 gap-y-2">
        <FilterBar url={url} rows={rows} found={found} roles={roles}>
          {isRunning && (
            <span className="text-ink-2 text-sm max-[1099px]:hidden">
              <Checkbox
                label="Follow what runs"
                checked={following.isFollowing}
                onChange={({ target }) => following.setIsFollowing(target.checked)}
              />
            </span>
          )}
        </FilterBar>
      </div>
      <section
        aria-label="Cases"
        className="flex min-w-0 flex-none flex-col overflow-clip rounded-lg border bg-surface min-[1100px]:[@media(min-height:640px)]:min-h-0 min-[1100px]:[@media(min-height:640px)]:flex-[0_1_auto]"
      >
        {shown.length > 0 ? (
          <div
            ref={following.scroller}
            onScroll={following.onScroll}
            className={cx(
              'relative min-h-0 min-[1100px]:[@media(min-height:640px)]:overflow-y-auto [&_thead]:sticky [&_thead]:top-0 [&_thead]:z-10 [&_thead]:bg-surface [&_thead]:max-[1099px]:sr-only',
              '[&_tbody_tr]:max-[1099px]:flex-wrap [&_tbody_tr]:max-[1099px]:content-center [&_tbody_tr]:max-[1099px]:gap-y-0.5',
              roles.length > 1
                ? '[&_table]:max-[1099px]:[--row:96px]'
                : '[&_table]:max-[1099px]:[--row:68px]',
            )}
          >
            <LongListTable
              label="Cases"
              columns={columns}
              rows={shown}
              keyOf={({ case_key }) => case_key}
            />
          </div>
        ) : (
          <EmptyState
            icon={<Filter aria-hidden size={24} strokeWidth={1.5} />}
            title="No case matches"
            action={
              <Button
                onClick={() => url.setAll({ show: null, tag: null, verdict: null, text: null })}
              >
                Clear the filters
              </Button>
            }
          />
        )}
        <GridTotals session={session} rows={rows} roles={roles} />
      </section>
    </>
  )
}
