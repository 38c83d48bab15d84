import { Search } from 'lucide-react'
import { cx } from '../cx.ts'
import { isComposing } from '../keys/is-composing.ts'

type SearchInputProps = {
  /** Accessible name and placeholder. */
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Where the arrow down leads. */
  onArrowDown?: () => void
  className?: string
}

/** A filter box, 28 px high; Esc empties it. */
export function SearchInput(props: SearchInputProps) {
  const { label, value, onValueChange, onArrowDown, className } = props
  return (
    <span className={cx('relative inline-block w-[200px] max-w-full', className)}>
      <Search
        aria-hidden
        size={14}
        strokeWidth={1.8}
        className="pointer-events-none absolute top-[7px] left-[9px] text-ink-3"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'ArrowDown' && onArrowDown) {
            event.preventDefault()
            onArrowDown()
          }
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onValueChange('')
        }}
        className="h-7 w-full rounded-control border bg-bg pr-2 pl-[30px] text-ink focus-visible:-outline-offset-1 [&::-webkit-search-cancel-button]:appearance-none"
      />
    </span>
  )
}
