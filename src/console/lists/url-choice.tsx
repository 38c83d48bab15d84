import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import type { UrlFilters } from './url-filters.ts'

type UrlChoiceProps = {
  url: UrlFilters
  /** Under which the choice is in the address. */
  name: string
  label: string
  /** The first is what holds when the address says nothing, or nothing that is known. */
  options: readonly { value: string; label: string }[]
  /** Another value in the address holds as well; it is shown as it stands there. */
  takesOthers?: boolean
  /** As SelectMenu has it. */
  variant?: 'ghost' | 'default'
}

/** A choice that is kept in the address. */
export function UrlChoice(props: UrlChoiceProps) {
  const { url, name, label, options, takesOthers = false, variant = 'default' } = props
  const usual = options[0]?.value ?? ''
  const held = url.get(name)
  const isOffered = options.some(({ value }) => value === held)
  const other = takesOthers && held && !isOffered ? [{ value: held, label: held }] : []
  return (
    <SelectMenu
      label={label}
      variant={variant}
      value={held && (isOffered || other.length > 0) ? held : usual}
      options={[...options, ...other]}
      onValueChange={(value) => url.set(name, value === usual ? null : value)}
    />
  )
}
