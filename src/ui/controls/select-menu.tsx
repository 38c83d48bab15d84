import { Check, ChevronDown } from 'lucide-react'
import { useContext } from 'react'
import { cx } from '../cx.ts'
import { menuItemClass } from '../overlay/menu.tsx'
import { MenuContext, MenuList } from '../overlay/menu-list.tsx'
import { useMenu } from '../overlay/use-menu.ts'
import { Button } from './button.tsx'

type Option<Value extends string> = { value: Value; label: string; description?: string }

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
        {options.map((option) => (
          <RadioItem
            key={option.value}
            option={option}
            isChosen={option.value === value}
            onSelect={() => onValueChange(option.value)}
          />
        ))}
      </MenuList>
    </>
  )
}

type RadioItemProps = { option: Option<string>; isChosen: boolean; onSelect: () => void }

function RadioItem({ option, isChosen, onSelect }: RadioItemProps) {
  const close = useContext(MenuContext)
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={() => {
        close()
        onSelect()
      }}
      className={menuItemClass}
    >
      <Check
        aria-hidden
        size={14}
        strokeWidth={1.8}
        className={cx('mt-1 flex-none self-start', !isChosen && 'invisible')}
      />
      <span className="min-w-0">
        {option.label}
        {option.description && (
          <span className="block text-ink-2 text-sm">{option.description}</span>
        )}
      </span>
    </button>
  )
}
