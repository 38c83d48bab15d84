import { UrlChoice } from './url-choice.tsx'
import type { UrlFilters } from './url-filters.ts'
import { UrlSearch } from './url-search.tsx'

/** What a list is filtered by, kept in the address under its name: a text, or one of a few options. */
export interface ListFilter {
  name: string
  label: string
  /** To choose from; the first is what holds usually. Absent: a text is typed. */
  options?: readonly { value: string; label: string }[]
  /** Another value in the address narrows the list as well, to nothing where nobody knows it. */
  takesOthers?: boolean
  /** It is the order of the list, which lets everything through. */
  isOrder?: boolean
  /** A text beside others, also where there is little room. */
  isInline?: boolean
}

/** The controls of the filters, in their order. */
export function ListFilters({ url, filters }: { url: UrlFilters; filters: readonly ListFilter[] }) {
  return filters.map(({ name, label, options, takesOthers = false, isInline = false }) =>
    options ? (
      <UrlChoice key={name} {...{ url, name, label, options, takesOthers }} />
    ) : (
      <UrlSearch key={name} url={url} name={name} label={label} isInline={isInline} />
    ),
  )
}

/** What is chosen of a filter with options; undefined while that is what holds usually. */
export function chosenOf(url: UrlFilters, filter: ListFilter): string | undefined {
  const { name, options = [], takesOthers = false } = filter
  const [usual, ...others] = options.map(({ value }) => value)
  const held = url.get(name)
  if (!held || held === usual) return undefined
  return takesOthers || others.includes(held) ? held : undefined
}
