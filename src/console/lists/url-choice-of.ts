import type { UrlFilters } from './url-filters.ts'

type UrlOption = { value: string; label: string }

export type UrlChoiceOf = {
  url: UrlFilters
  /** Under which the choice is in the address. */
  name: string
  label: string
  /** The first is what holds when the address says nothing, or nothing that is known. */
  options: readonly UrlOption[]
  /** Another value in the address holds as well; it is shown as it stands there. */
  takesOthers?: boolean
}

/** What a menu chooses that keeps its choice in the address. */
export function urlChoice({ url, name, label, options, takesOthers = false }: UrlChoiceOf) {
  const usual = options[0]?.value ?? ''
  const held = url.get(name)
  const isOffered = options.some(({ value }) => value === held)
  const other = takesOthers && held && !isOffered ? [{ value: held, label: held }] : []
  return {
    label,
    value: held && (isOffered || other.length > 0) ? held : usual,
    options: [...options, ...other],
    onValueChange: (value: string) => url.set(name, value === usual ? null : value),
  }
}
