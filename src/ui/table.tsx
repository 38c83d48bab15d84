import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type TableProps = {
  label: string
  /** Of a table that draws only some of its rows: how many there are, the head included. */
  rowCount?: number
  /** Where there is room, columns are as wide as their headings say, whatever is in the rows. */
  isFixed?: boolean
  children: ReactNode
}

/** A table that scrolls sideways inside itself where the screen is narrow. Takes thead and tbody. */
export function Table({ label, rowCount, isFixed = false, children }: TableProps) {
  return (
    <div className="overflow-x-auto">
      <table
        aria-label={label}
        aria-rowcount={rowCount}
        className={cx('w-full border-collapse', isFixed && 'min-[600px]:table-fixed')}
      >
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
