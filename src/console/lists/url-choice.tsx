import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import type { UrlFilters } from './url-filters.ts'

type UrlChoiceProps = {
  url: UrlFilters
  /** Under which the choice is in the address. */
  name: string
  label: string
  /** The first is what holds when the address says nothing, or nothing that is known. */
  options: readonly { value: string; label: string }[]
  /** As SelectMenu has it. */
  variant?: 'ghost' | 'default'
}

/** A choice that is kept in the address. */
export function UrlChoice({ url, name, label, options, variant = 'default' }: UrlChoiceProps) {
  const usual = options[0]?.value ?? ''
  return (
    <SelectMenu
      label={label}
      variant={variant}
      value={options.find(({ value }) => value === url.get(name))?.value ?? usual}
      options={options}
      onValueChange={(value) => url.set(name, value === usual ? null : value)}
    />
  )
}
