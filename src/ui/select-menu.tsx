import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Button } from './button.tsx'
import { menuContentClass, menuItemClass } from './menu.tsx'

type SelectMenuProps<Value extends string> = {
  /** What is being chosen; read out before the chosen option. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; description?: string }[]
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
  const chosen = options.find((option) => option.value === value)?.label ?? value
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          variant={variant}
          size={variant === 'ghost' ? 'composer' : 'md'}
          aria-label={`${label}: ${chosen}`}
          disabledReason={disabledReason}
        >
          {chosen}
          <ChevronDown aria-hidden size={14} strokeWidth={1.8} />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={menuContentClass}
        >
          <DropdownMenu.RadioGroup
            value={value}
            onValueChange={(next) => onValueChange(next as Value)}
          >
            {options.map((option) => (
              <DropdownMenu.RadioItem
                key={option.value}
                value={option.value}
                className={menuItemClass}
              >
                <span className="grid size-4 flex-none place-items-center self-start pt-1">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden size={14} strokeWidth={1.8} />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span className="min-w-0">
                  {option.label}
                  {option.description && (
                    <span className="block text-ink-2 text-sm">{option.description}</span>
                  )}
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
