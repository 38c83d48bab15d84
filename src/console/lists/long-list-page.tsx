import type { PageWithViews } from '../../contract/gateway/views.ts'
import { useColumns } from './columns/use-columns.ts'
import { ListPage, type ListPageProps } from './list-page.tsx'
import { type LongColumn, LongListTable } from './long-list-table.tsx'
import type { RowChoice } from './selection/selection-tools.tsx'
import { useChoiceColumn } from './selection/use-choice-column.ts'

export type LongListPageProps<Row> = Omit<
  ListPageProps<Row>,
  'children' | 'views' | 'columns' | 'choice' | 'shown'
> &
  Omit<RowChoice<Row>, 'setColumn'> & {
    label: string
    /** Under which page its views and the choice of columns are kept; see `ListPage`. Neither is there without filters. */
    views: { page: PageWithViews; also?: readonly string[] }
    /** All that there are, made once. */
    columns: readonly LongColumn<Row>[]
    /** On which screens the boxes are left out. */
    choiceClass?: string
    hasThirdLine?: boolean
  }

/** A list that may be ten thousand rows long, whose rows and columns can be chosen. */
export function LongListPage<Row extends object>(props: LongListPageProps<Row>) {
  const { label, columns, choiceClass, hasThirdLine, rows, keyOf, nameOf, bar, ...page } = props
  const { views, url, filters } = page
  const { columns: wanted, choice } = useColumns(views.page, columns, url)
  const [shown, setColumn] = useChoiceColumn(wanted, choiceClass)
  return (
    <ListPage
      {...page}
      {...(filters.length > 0 ? { columns: choice } : { views: undefined })}
      choice={{ rows, keyOf, nameOf, setColumn, bar }}
      shown={rows.length}
    >
      <LongListTable
        label={label}
        columns={shown}
        rows={rows}
        keyOf={keyOf}
        hasThirdLine={hasThirdLine}
      />
    </ListPage>
  )
}
