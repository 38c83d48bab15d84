import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type TableProps = {
  label: string
  children: ReactNode
}

/** A table that scrolls sideways inside itself where the screen is narrow. Takes thead and tbody. */
export function Table({ label, children }: TableProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse">
        {children}
      </table>
    </div>
  )
}

/** A row, 38 px or more; those of tbody answer to the pointer. */
export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={cx('group/row in-[tbody]:hover:bg-bg', className)} />
}

/** A column's heading. One without words needs a child with class `sr-only`. */
export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        // Relative: what is only read out would else be as far right as the page is wide.
        'relative h-8 whitespace-nowrap border-b px-3 text-left font-medium text-ink-3 text-sm',
        className,
      )}
    />
  )
}

/** A cell. */
export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx('h-[38px] border-b px-3 py-1 group-last/row:border-b-0', className)}
    />
  )
}
