import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Kbd } from '../../../ui/controls/kbd.tsx'
import type { ChosenRows } from './selection-tools.tsx'

type SelectionBarProps = {
  chosen: ChosenRows<unknown>
  /** In a few words what the chosen ones are. */
  facts?: string
  /** What can be done with them. */
  children: ReactNode
}

/** While rows are chosen: how many, and what can be done with them. It stays in sight however long the list. */
export function SelectionBar({ chosen, facts, children }: SelectionBarProps) {
  const { rows, shown, selection, noun } = chosen
  if (rows.length === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={`The chosen ${noun[1]}`}
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full animate-pop flex-wrap items-center gap-2 rounded-lg border bg-raised px-3 py-2 shadow-float print:hidden"
    >
      <p role="status" className="tabular-nums">
        <strong className="font-semibold">{rows.length} chosen</strong>
        {facts && <span className="text-ink-2"> {facts}</span>}
      </p>
      {rows.length < shown && (
        <Button size="sm" variant="ghost" onClick={() => selection.chooseAll(true)}>
          Choose all {shown}
        </Button>
      )}
      {children}
      <Button
        size="sm"
        variant="ghost"
        aria-keyshortcuts="Escape"
        onClick={() => selection.clear()}
      >
        Clear <Kbd>Esc</Kbd>
      </Button>
    </div>
  )
}
