import type { ReactNode } from 'react'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { cx } from '../../../../ui/cx.ts'
import { UrlChoice } from '../../../lists/url-choice.tsx'
import type { UrlFilters } from '../../../lists/url-filters.ts'
import { UrlSearch } from '../../../lists/url-search.tsx'
import { type CaseFilter, caseFilters, filtersFor, fits, tagsOf } from './case-filters.ts'
import { verdictFilters } from './verdict-filter.ts'

/** What the address asks for; nonsense means all. */
export function shownFilter(url: UrlFilters): CaseFilter {
  return caseFilters.find(({ value }) => value === url.get('show'))?.value ?? 'all'
}

type FilterBarProps = {
  url: UrlFilters
  /** All cases of the session. */
  rows: readonly CaseRow[]
  /** Those that its text and tag let through, of which each filter tells its number. */
  found: readonly CaseRow[]
  /** What the targets are called, in their order. */
  roles: readonly string[]
  /** Beside the search. */
  children?: ReactNode
}

/** What the grid is filtered by: chips with their numbers, a verdict, a tag, a text. */
export function FilterBar({ url, rows, found, roles, children }: FilterBarProps) {
  const tags = tagsOf(rows)
  const shown = shownFilter(url)
  return (
    <>
      <fieldset className="flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">Show</legend>
        {filtersFor(roles.length).map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === shown}
            onClick={() => url.set('show', value === 'all' ? null : value)}
            className={cx(
              'inline-flex h-[26px] cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-full border px-[9px] text-ink-2 text-sm tabular-nums transition-colors',
              value === shown
                ? 'border-accent bg-accent-soft'
                : 'border-line-strong bg-surface hover:bg-bg',
            )}
          >
            <span className="font-strong text-ink">{label}</span>{' '}
            {found.filter((row) => fits(row, value)).length}
          </button>
        ))}
      </fieldset>
      <UrlChoice
        url={url}
        name="verdict"
        label="Verdict"
        variant="ghost"
        options={verdictFilters(roles)}
      />
      {tags.length > 0 && (
        <UrlChoice
          url={url}
          name="tag"
          label="Tag"
          variant="ghost"
          options={[
            { value: '', label: 'Any tag' },
            ...tags.map((tag) => ({ value: tag, label: tag })),
          ]}
        />
      )}
      <span className="ml-auto flex flex-wrap items-center gap-3 max-[599px]:basis-full">
        {children}
        <UrlSearch url={url} name="text" label="Find a case" />
      </span>
    </>
  )
}
