import { Chip } from '../controls/chip.tsx'
import { MenuList } from './menu-list.tsx'
import { type Option, OptionItems } from './option-items.tsx'
import { useMenu } from './use-menu.ts'

type ChipMenuProps<Value extends string> = {
  label: string
  value: Value
  /** The first holds usually: choosing it sets nothing. */
  options: readonly Option<Value>[]
  onValueChange: (value: Value) => void
  /** Whether it says what holds while nothing is chosen, as an order does; otherwise what can be chosen. */
  tellsUsual?: boolean
}

/** As SelectMenu, in a row of filters: it stands out once something is chosen, and is cleared by one press. */
export function ChipMenu<Value extends string>(props: ChipMenuProps<Value>) {
  const { label, value, options, onValueChange, tellsUsual = false } = props
  const menu = useMenu()
  const usual = options[0] ?? { value, label }
  const chosen = options.find((option) => option.value === value)?.label ?? value
  return (
    <>
      <Chip
        {...menu.triggerProps}
        label={label}
        value={chosen}
        isSet={value !== usual.value}
        {...(tellsUsual && { rest: usual.label })}
        onClear={() => onValueChange(usual.value)}
      />
      <MenuList menu={menu} align="start" label={label}>
        <OptionItems {...{ value, options, onValueChange }} />
      </MenuList>
    </>
  )
}
