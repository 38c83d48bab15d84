import { ChevronDown } from 'lucide-react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { MenuList } from './menu-list.tsx'
import { type Option, OptionItems } from './option-items.tsx'
import { useMenu } from './use-menu.ts'

type SelectMenuProps<Value extends string> = {
  /** What is being chosen; read out before the chosen option. */
  label: string
  value: Value
  options: readonly Option<Value>[]
  onValueChange: (value: Value) => void
  /** `ghost` is the composer's 28 px, `default` sits beside buttons. */
  variant?: 'ghost' | 'default'
  disabledReason?: string | undefined
}

/** A small dropdown that shows the chosen option, with a check mark beside it in the list. */
export function SelectMenu<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  variant = 'ghost',
  disabledReason,
}: SelectMenuProps<Value>) {
  const menu = useMenu()
  const chosen = options.find((option) => option.value === value)?.label ?? value
  return (
    <>
      <Button
        {...menu.triggerProps}
        variant={variant}
        size={variant === 'ghost' ? 'composer' : 'md'}
        aria-label={`${label}: ${chosen || 'none chosen'}`}
        className="max-w-full"
        disabledReason={disabledReason}
      >
        <span
          className={cx(
            'min-w-0 grow truncate text-left',
            variant === 'ghost' && 'max-w-52',
            !chosen && 'text-ink-3',
          )}
        >
          {chosen || 'Choose…'}
        </span>
        <ChevronDown aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
      </Button>
      <MenuList menu={menu} align="start" label={label}>
        <OptionItems {...{ value, options, onValueChange }} />
      </MenuList>
    </>
  )
}
