import { Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { UrlFilters } from './url-filters.ts'

type FilteredCardProps<Entry> = {
  /** Has the text as `name`. */
  url: UrlFilters
  entries: readonly Entry[]
  /** One of them and several, as the count has it. */
  noun: readonly [one: string, several: string]
  /** What of an entry is searched, in words, as in “name or address”. */
  searched: string
  textsOf: (entry: Entry) => readonly string[]
  /** Also kept in the address, as a UrlChoice of these options keeps it. */
  choice?: {
    name: string
    options: readonly { value: string }[]
    valueOf: (entry: Entry) => string
  }
  /** What the card holds while there is nothing to filter. */
  otherwise: ReactNode
  /** Stands beside the count. */
  beside?: ReactNode
  children: (shown: readonly Entry[]) => ReactNode
}

/** A short list as far as its address wants it, how much of it that is, and a way back to all of it. */
export function FilteredCard<Entry>(props: FilteredCardProps<Entry>) {
  const { url, entries, noun, searched, textsOf, choice, otherwise, beside, children } = props
  const text = (url.get('name') ?? '').trim()
  const chosen = choice?.options.slice(1).find(({ value }) => value === url.get(choice.name))?.value
  const shown = entries.filter(
    (entry) =>
      textsOf(entry).some((part) => part.toLowerCase().includes(text.toLowerCase())) &&
      (!chosen || choice?.valueOf(entry) === chosen),
  )
  const clear = () => {
    url.setAll({ name: null, ...(choice && { [choice.name]: null }) })
    focusHeading()
  }
  const isEmpty = entries.length === 0
  return (
    <div className="min-w-0">
      <Card>
        {isEmpty ? (
          otherwise
        ) : shown.length === 0 ? (
          <EmptyState
            icon={<Filter aria-hidden size={24} strokeWidth={1.5} />}
            title={`No ${noun[0]} matches`}
            action={
              <Button onClick={clear}>{choice ? 'Clear the filters' : 'Clear the filter'}</Button>
            }
          >
            <span className="wrap-anywhere">
              {noneText(text && `“${text}” in the ${searched}`, chosen && choice?.name)}
            </span>
          </EmptyState>
        ) : (
          children(shown)
        )}
      </Card>
      {(!isEmpty || beside) && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
          {!isEmpty && (
            <p>
              {shown.length < entries.length && `${shown.length} of `}
              {entries.length} {noun[entries.length === 1 ? 0 : 1]}
            </p>
          )}
          {beside}
        </div>
      )}
    </div>
  )
}

function noneText(held: string, choice: string | undefined): string {
  return choice ? `None${held && ` with ${held}`} has this ${choice}.` : `None has ${held}.`
}

/** The button that clears goes away, and would take focus with it. */
function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
