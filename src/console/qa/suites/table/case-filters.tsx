import { ChevronDown } from 'lucide-react'
import { SearchInput } from '../../../../ui/controls/search-input.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Menu, MenuItem } from '../../../../ui/overlay/menu.tsx'
import type { UrlFilters } from '../../../lists/url-filters.ts'
import { enterRows } from '../../../lists/walk-rows.ts'
import type { CaseDraft } from '../draft/case-draft.ts'
import { countedTags } from './case-cells.ts'

/** Tags that have a chip of their own; the others are in a menu. */
const chips = 3

/** What the table is narrowed to, kept in the address: one tag, and a text. */
export function CaseFilters({ cases, url }: { cases: readonly CaseDraft[]; url: UrlFilters }) {
  const tag = url.get('tag')
  const tags = countedTags(cases)
  const first = tags.slice(0, chips)
  const more = tags.slice(chips)
  const chosen = more.find(([name]) => name === tag)
  const choose = (name: string | null) => url.set('tag', name)
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5">
      {tags.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">Tags</legend>
          <Chip isOn={!tag} count={cases.length} onClick={() => choose(null)}>
            All
          </Chip>
          {[...first, ...(chosen ? [chosen] : [])].map(([name, count]) => (
            <Chip key={name} isOn={name === tag} count={count} onClick={() => choose(name)}>
              {name}
            </Chip>
          ))}
          {more.length > 0 && (
            <Menu
              align="start"
              trigger={
                <button type="button" className={chipClass}>
                  More tags <ChevronDown aria-hidden size={12} strokeWidth={1.8} />
                </button>
              }
            >
              {more.slice(0, 100).map(([name, count]) => (
                <MenuItem key={name} isChosen={name === tag} onSelect={() => choose(name)}>
                  {name} <span className="text-ink-3 tabular-nums">{count}</span>
                </MenuItem>
              ))}
            </Menu>
          )}
        </fieldset>
      )}
      <span className="grow" />
      <SearchInput
        label="Find a case"
        value={url.get('name') ?? ''}
        onValueChange={(text) => url.set('name', text || null)}
        onArrowDown={enterRows}
        className="max-[599px]:w-full"
      />
    </div>
  )
}

const chipClass =
  'inline-flex h-[26px] cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-full border border-line-strong bg-surface px-[9px] text-ink-2 text-sm transition-colors hover:bg-bg aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink'

type ChipProps = { isOn: boolean; count: number; onClick: () => void; children: string }

function Chip({ isOn, count, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cx(chipClass, 'max-w-60')}
    >
      <span className="truncate font-strong text-ink">{children}</span>
      <span className="tabular-nums">{count}</span>
    </button>
  )
}
