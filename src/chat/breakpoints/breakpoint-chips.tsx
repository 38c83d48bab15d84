import { X } from 'lucide-react'
import type { Breakpoints } from './breakpoints.ts'

export interface BreakpointsInUse {
  breakpoints: Breakpoints
  onChange: (next: Breakpoints) => void
}

/** Where the next runs will pause, each to be taken away. */
export function BreakpointChips({ breakpoints, onChange }: BreakpointsInUse) {
  const set = Object.entries(breakpoints)
  if (set.length === 0) return null
  const without = (node: string) =>
    onChange(Object.fromEntries(set.filter(([other]) => other !== node)))
  return (
    <ul aria-label="Breakpoints" className="mb-2 flex flex-wrap gap-1.5">
      {set.map(([node, place]) => (
        <li
          key={node}
          className="flex min-h-6 min-w-0 items-center gap-1 rounded-full border bg-accent-soft pl-2.5 text-ink-2 text-sm"
        >
          <span className="min-w-0 truncate">
            Pauses {place} <span className="mono text-ink">{node}</span>
          </span>
          <button
            type="button"
            aria-label={`Do not pause ${place} ${node}`}
            onClick={() => without(node)}
            className="flex size-6 flex-none cursor-pointer items-center justify-center rounded-full hover:text-ink"
          >
            <X aria-hidden size={12} strokeWidth={2} />
          </button>
        </li>
      ))}
    </ul>
  )
}
