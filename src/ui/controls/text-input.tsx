import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useFieldControl } from './field.tsx'

type TextInputProps = ComponentProps<'input'> & { isMono?: boolean }

/** One line of text, 32 px high. Needs a Field around it, or an `aria-label`. */
export function TextInput({ isMono = false, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...useFieldControl()}
      {...rest}
      className={cx(
        'h-8 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2.5 text-ink transition-colors',
        'focus-visible:-outline-offset-1 aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-2 read-only:bg-bg',
        isMono && 'mono',
        className,
      )}
    />
  )
}
