import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  label: ReactNode
  /** For a column of a table, where the label is only read out. */
  isLabelHidden?: boolean
  /** Some of what it stands for is chosen. */
  isIndeterminate?: boolean
}

/** A native checkbox with its label; the whole row can be pressed. */
export function Checkbox({
  label,
  isLabelHidden = false,
  isIndeterminate = false,
  ...rest
}: CheckboxProps) {
  const Mark = isIndeterminate ? Minus : Check
  const isReadOut = isLabelHidden && typeof label === 'string'
  return (
    <label
      className={cx(
        'inline-flex min-h-6 min-w-6 items-center gap-2',
        rest.disabled ? 'cursor-not-allowed' : 'cursor-pointer',
        // By colour where there may be one in each of many rows: a layer of its own costs more than the box.
        rest.disabled && !isReadOut && 'opacity-55',
      )}
    >
      <span className="grid size-4 flex-none place-items-center *:col-start-1 *:row-start-1">
        <input
          {...rest}
          type="checkbox"
          aria-label={isReadOut ? label : undefined}
          ref={(element) => {
            if (element) element.indeterminate = isIndeterminate
          }}
          className="peer size-4 cursor-[inherit] appearance-none rounded-[4px] border border-line-strong bg-surface disabled:border-line checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent forced-colors:appearance-auto"
        />
        {(isIndeterminate || rest.checked !== false) && (
          <Mark
            aria-hidden
            size={12}
            strokeWidth={2.6}
            className="pointer-events-none invisible text-accent-ink peer-checked:visible peer-indeterminate:visible forced-colors:hidden"
          />
        )}
      </span>
      {!isReadOut && <span className={cx(isLabelHidden && 'sr-only')}>{label}</span>}
    </label>
  )
}
