import { Command } from 'cmdk'
import type { ReactNode } from 'react'

type PaletteItemProps = {
  icon: ReactNode
  children: string
  /** What it is known by, where that is not the words; it has to be unique. */
  value?: string
  /** What it is called, which typing is compared with, where that is not the words. */
  name?: string
  /** What else it is found by. */
  also?: readonly string[]
  note?: string | undefined
  /** The server has found it: it stays, whatever typing is compared with. */
  isFound?: boolean
  onSelect: () => void
}

/** One line of the palette. */
export function PaletteItem(props: PaletteItemProps) {
  const { icon, children, value, name, also = [], note, isFound = false, onSelect } = props
  return (
    <Command.Item
      value={value ?? children}
      keywords={[name ?? children, ...(name ? [children] : []), ...also]}
      onSelect={onSelect}
      forceMount={isFound}
      className="flex min-h-[34px] cursor-pointer items-center gap-2.5 rounded-control px-2.5 data-[selected=true]:bg-accent-soft [&>svg]:flex-none [&>svg]:text-ink-3"
    >
      {icon}
      <span className="min-w-0 grow truncate">{children}</span>
      {note && <span className="flex-none text-ink-3 text-sm">{note}</span>}
    </Command.Item>
  )
}

export const paletteIcon = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const
