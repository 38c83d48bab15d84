import type { PageWithViews } from '../../contract/gateway/views.ts'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import { columnsName } from './columns/shown-columns.ts'
import type { ColumnChoice } from './columns/use-columns.ts'
import type { ListFilter } from './list-filters.tsx'
import type { UrlFilters } from './url-filters.ts'
import { ViewNote } from './views/view-note.tsx'
import { ViewsMenu } from './views/views-menu.tsx'

// One file for what a list gets after its rows.
export { SelectionTools } from './selection/selection-tools.tsx'

export type ListToolsProps = {
  page: PageWithViews
  url: UrlFilters
  filters: readonly Pick<ListFilter, 'name'>[]
  /** What else of the address is a filter, beside those that have a control in the list. */
  also?: readonly string[]
  columns?: ColumnChoice | undefined
}

/** What a list offers beside its filters: names for them, and which columns it shows. */
export function ListTools({ page, url, filters, also = [], columns }: ListToolsProps) {
  const names = [...filters.map(({ name }) => name), ...also, ...(columns ? [columnsName] : [])]
  return (
    <>
      <ViewsMenu page={page} url={url} names={names} columns={columns?.text ?? null} />
      {columns && <ColumnsMenu choice={columns} url={url} />}
      <ViewNote page={page} url={url} names={names} />
    </>
  )
}
