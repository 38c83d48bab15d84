import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../../ui/cx.ts'
import { connectionFill } from './connection-mark.tsx'

type ConnectionCardProps = Omit<
  ComponentProps<'button'>,
  'children' | 'className' | 'color' | 'type'
> & {
  name: string
  /** Where its servers are; empty while it is not known. */
  address: string
  /** What it is marked with. */
  color?: string | null | undefined
  isProduction?: boolean
  /** What the button opens, for who hears it. */
  opens?: string
}

/** The connection that the console works with, as a button that opens the others; for reviewers, who they are. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { name, address, color, isProduction, opens = 'switch connection', ...button } = props
  return (
    <button
      {...button}
      type="button"
      className="mb-2.5 flex w-full cursor-pointer items-center gap-[9px] rounded-md border bg-surface px-2 py-[7px] text-left transition-colors hover:border-line-strong"
    >
      <span
        aria-hidden
        className={cx(
          'grid size-[22px] flex-none place-items-center rounded-control font-bold text-sm',
          connectionFill(color),
        )}
      >
        Q
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block min-h-5 truncate text-ink-3 text-xs">
          {isProduction ? `Production · ${address}` : address}
        </span>
      </span>
      <ChevronDown aria-hidden size={14} strokeWidth={1.8} className="flex-none" />
      <span className="sr-only">, {opens}</span>
    </button>
  )
}
