import type { UrlFilters } from './url-filters.ts'

type UrlSegmentsProps<Value extends string> = {
  url: UrlFilters
  /** Under which the choice is in the address. */
  name: string
  label: string
  /** Holds when the address says nothing, or nothing that is known. */
  usual: Value
  /** Few, with short words on them, and those for whoever points there. */
  options: readonly { value: Value; short: string; label: string }[]
}

/** A choice that is kept in the address, where each is one press away. */
export function UrlSegments<Value extends string>(props: UrlSegmentsProps<Value>) {
  const { url, name, label, usual, options } = props
  const held = url.get(name)
  const chosen = options.find(({ value }) => value === held)?.value ?? usual
  return (
    <fieldset className="flex">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, short, label: words }) => (
        <button
          key={value}
          type="button"
          title={words}
          aria-pressed={value === chosen}
          onClick={() => url.set(name, value === usual ? null : value)}
          className="h-[26px] cursor-pointer border border-line-strong border-l-0 bg-surface px-2.5 text-ink-2 text-sm first-of-type:rounded-l-control first-of-type:border-l last:rounded-r-control hover:bg-bg focus-visible:relative aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-ink"
        >
          {short}
        </button>
      ))}
    </fieldset>
  )
}
