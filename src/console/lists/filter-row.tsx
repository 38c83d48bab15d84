import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ChipMenu } from '../../ui/overlay/chip-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { focusHeading } from './focus-heading.ts'
import { type ListFilter, ListFilters } from './list-filters.tsx'
import { urlChoice } from './url-choice-of.ts'
import type { UrlFilters } from './url-filters.ts'

export type FilterRowProps = {
  title: string | undefined
  note: ReactNode
  url: UrlFilters
  filters: readonly ListFilter[]
  /** Further filters, and the names of all that they and links set in the address. */
  controls: ReactNode
  also: readonly string[]
  /** Beside the search. */
  tools: ReactNode
  action: ReactNode
}

/**
 * The head of a list that has more filters than fit beside its name: there the search and what else the list offers, below it
 * the filters, with one press that clears all of them, and the order at their end.
 */
export function FilterRow(props: FilterRowProps) {
  const { title, note, url, filters, controls, also, tools, action } = props
  const narrowing = filters.filter(({ isOrder }) => !isOrder)
  const names = [...narrowing.map(({ name }) => name), ...also]
  const clear = () => {
    url.setAll(Object.fromEntries(names.map((name) => [name, null])))
    focusHeading()
  }
  const typed = narrowing.filter(({ options }) => !options)
  const beside = (
    <>
      <ListFilters url={url} filters={typed.map((one) => ({ ...one, isInline: true }))} />
      {tools}
      {action}
    </>
  )
  return (
    <>
      {title ? (
        <PageHeader title={title} beside={note && <span className="text-ink-2">{note}</span>}>
          {beside}
        </PageHeader>
      ) : (
        <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
          <div className="mr-auto min-h-5 text-ink-2">{note}</div>
          {beside}
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-1.5">
        <Chips url={url} filters={narrowing} />
        {controls}
        {names.some((name) => url.get(name)) && (
          <Button variant="ghost" size="sm" className="text-accent! text-sm!" onClick={clear}>
            Clear filters
          </Button>
        )}
        <span className="ml-auto flex gap-1.5">
          <Chips url={url} filters={filters.filter(({ isOrder }) => isOrder)} />
        </span>
      </div>
    </>
  )
}

function Chips({ url, filters }: Pick<FilterRowProps, 'url' | 'filters'>) {
  return filters.map(
    ({ options, isOrder = false, ...filter }) =>
      options && (
        <ChipMenu
          key={filter.name}
          {...urlChoice({ url, options, ...filter })}
          tellsUsual={isOrder}
        />
      ),
  )
}
