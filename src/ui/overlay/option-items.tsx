import { Check } from 'lucide-react'
import { cx } from '../cx.ts'
import { MenuItem } from './menu.tsx'

export type Option<Value extends string> = {
  value: Value
  label: string
  description?: string
  /** Why it cannot be chosen now; stands in place of the description. */
  disabledReason?: string | undefined
}

type OptionItemsProps<Value extends string> = {
  value: Value
  options: readonly Option<Value>[]
  onValueChange: (value: Value) => void
}

/** The items of a menu of which one is chosen, with a check mark beside it. */
export function OptionItems<Value extends string>(props: OptionItemsProps<Value>) {
  const { value, options, onValueChange } = props
  return options.map((option) => (
    <MenuItem
      key={option.value}
      icon={
        <Check
          aria-hidden
          size={14}
          strokeWidth={1.8}
          className={cx(option.value !== value && 'invisible')}
        />
      }
      description={option.description}
      disabledReason={option.disabledReason}
      isChosen={option.value === value}
      onSelect={() => onValueChange(option.value)}
    >
      {option.label}
    </MenuItem>
  ))
}
