import { useState } from 'react'
import { SearchInput } from '../../ui/controls/search-input.tsx'
import { cx } from '../../ui/cx.ts'
import type { UrlFilters } from './url-filters.ts'
import { enterRows } from './walk-rows.ts'

type UrlSearchProps = {
  url: UrlFilters
  /** Under which its text is in the address. */
  name: string
  label: string
  /** Beside others, also where there is little room; otherwise it has a line of its own there. */
  isInline?: boolean
  className?: string
}

/** A search box whose text is kept in the address: it shows what is typed at once, until the address has followed. */
export function UrlSearch({ url, name, label, isInline = false, className }: UrlSearchProps) {
  const kept = url.get(name) ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === kept) setTyped(null)
  return (
    <span className={cx(!isInline && 'max-[599px]:basis-full', className)}>
      <SearchInput
        label={label}
        value={typed ?? kept}
        onValueChange={(text) => {
          setTyped(text)
          url.set(name, text || null)
        }}
        onArrowDown={enterRows}
        {...(!isInline && { className: 'max-[599px]:w-full' })}
      />
    </span>
  )
}
