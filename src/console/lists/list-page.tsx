import { Filter } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { PageWithViews } from '../../contract/gateway/views.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import type { ColumnChoice } from './columns/use-columns.ts'
import type { FilterRowProps } from './filter-row.tsx'
import { focusHeading } from './focus-heading.ts'
import { chosenOf, type ListFilter, ListFilters } from './list-filters.tsx'
import { ListFooter, type ListFooterProps } from './list-footer.tsx'
import type { RowChoice } from './selection/selection-tools.tsx'
import type { UrlFilters } from './url-filters.ts'

/** As wide as what comes. */
const room = <span className="h-8 w-52 max-[599px]:w-24" />
const ListTools = lazyPart(() => import('./list-tools.tsx').then((code) => code.ListTools), room)
// A part that is loaded later is of one type; this one is of the list's rows.
const SelectionTools = lazyPart(() =>
  import('./list-tools.tsx').then((code) => code.SelectionTools<never>),
) as unknown as typeof import('./list-tools.tsx').SelectionTools

export type ListPageProps<Row> = ListFooterProps & {
  /** The page's heading; absent below tabs, which stand below one. */
  title?: string
  /** At the beginning of the filters' line, or beside the title where the filters have a row. */
  note?: ReactNode
  /** One of them and several, as the count has it. */
  noun: readonly [one: string, several: string]
  url: UrlFilters
  filters: readonly ListFilter[]
  /** There are more filters than fit beside the action: what heads the list then. Only those pages load it. */
  filterRow?: ComponentType<FilterRowProps> | undefined
  /** Further controls beside the filters. */
  controls?: ReactNode
  /** Its filters can be saved as views: under which page, and what the controls and links filter by besides. */
  views?: { page: PageWithViews; also?: readonly string[] } | undefined
  /** Which columns it shows can be chosen. */
  columns?: ColumnChoice
  action?: ReactNode
  /** Rows of it can be chosen. */
  choice?: RowChoice<Row>
  /** How many were read; undefined until the first were. */
  total: number | undefined
  /** How many of them the filters let through. */
  shown: number
  /** What is searched, in words, as in “the name or address”. */
  searched: string
  /** Said where nothing matches, in place of what follows from the filters. */
  noMatch?: string
  /** An EmptyState: there are none at all. */
  empty: ReactNode
  /** The table of what is shown. */
  children: ReactNode
}

/**
 * A page that is a list, or a part of one below tabs: what it is filtered by, the rows or what stands in their
 * place, and below them how many there are. Whether reading fails is the matter of the page's boundary.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    note,
    noun,
    url,
    filters,
    controls,
    action,
    total,
    shown,
    empty,
    children,
    views,
    choice,
    filterRow: FilterRow,
  } = props
  const isFiltered = filters.some(({ name, isOrder }) => !isOrder && url.get(name))
  const { count = countText(shown, total ?? 0, noun), read, everyMs, onCheck, more } = props
  const tools = views && (
    <ListTools {...views} url={url} filters={filters} columns={props.columns} />
  )
  const own = (
    <>
      <ListFilters url={url} filters={filters} />
      {controls}
      {tools}
    </>
  )
  return (
    <>
      {FilterRow ? (
        <FilterRow
          {...{ title, note, url, filters, controls, tools, action }}
          also={views?.also ?? []}
        />
      ) : title ? (
        <PageHeader title={title}>
          <div className={cx('contents', controls ? belowTitle.soon : belowTitle.onPhone)}>
            {own}
          </div>
          {action}
        </PageHeader>
      ) : (
        <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
          {note && <div className="mr-auto min-h-5 text-ink-2">{note}</div>}
          <div
            className={cx(
              'flex flex-wrap items-center gap-2 max-[599px]:basis-full',
              action ? 'justify-end' : 'mr-auto',
            )}
          >
            {own}
            {action}
          </div>
        </div>
      )}
      <Card>
        {total === undefined ? (
          <div className="px-4">
            <Skeleton label={`Loading ${noun[1]}`} lines={6} />
          </div>
        ) : shown > 0 ? (
          children
        ) : total === 0 && !isFiltered ? (
          empty
        ) : (
          <NoMatch {...props} />
        )}
      </Card>
      {total !== undefined && (
        <ListFooter
          count={total > 0 && count}
          read={read}
          everyMs={everyMs}
          onCheck={onCheck}
          more={more}
        />
      )}
      {choice && <SelectionTools noun={noun} {...choice} />}
    </>
  )
}

/** The filters have a row of their own, below the title and the action, where all have no room in one. */
const belowTitle = {
  onPhone:
    'max-[599px]:order-1 max-[599px]:flex max-[599px]:basis-full max-[599px]:flex-wrap max-[599px]:items-center max-[599px]:gap-2',
  soon: 'max-[1099px]:order-1 max-[1099px]:flex max-[1099px]:basis-full max-[1099px]:flex-wrap max-[1099px]:items-center max-[1099px]:gap-2',
}

function NoMatch({ url, filters, noun, searched, noMatch }: Omit<ListPageProps<never>, 'choice'>) {
  const narrowing = filters.filter(({ isOrder }) => !isOrder)
  const typed = narrowing.find(({ name, options }) => !options && url.get(name)?.trim())
  const choice = narrowing.find((filter) => chosenOf(url, filter))
  const held = typed && `“${url.get(typed.name)?.trim()}” in ${searched}`
  const clear = () => {
    url.setAll(Object.fromEntries(narrowing.map(({ name }) => [name, null])))
    // The button goes away, and would take focus with it.
    focusHeading()
  }
  return (
    <EmptyState
      icon={<Filter aria-hidden size={24} strokeWidth={1.5} />}
      title={`No ${noun[0]} matches`}
      action={
        <Button onClick={clear}>
          {narrowing.length > 1 ? 'Clear the filters' : 'Clear the filter'}
        </Button>
      }
    >
      <span className="wrap-anywhere">
        {noMatch ??
          (choice
            ? `None${held ? ` with ${held}` : ''} has this ${choice.label.toLowerCase()}.`
            : held && `None has ${held}.`)}
      </span>
    </EmptyState>
  )
}

/** Those that are shown, of all, in words. */
function countText(
  shown: number,
  total: number,
  [one, several]: readonly [string, string],
): string {
  const all = `${total} ${total === 1 ? one : several}`
  return shown < total ? `${shown} of ${all}` : all
}
