import { ChevronDown, Plus } from 'lucide-react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import { cx } from '../../../../ui/cx.ts'
import { Menu, MenuItem } from '../../../../ui/overlay/menu.tsx'
import type { TurnKind } from '../draft/turn-draft.ts'

type AddTurnProps = {
  isFull: boolean
  /** The last turn expects an interrupt: an answer comes next. */
  waits: boolean
  onAdd: (kind: TurnKind) => void
}

const usual: readonly [TurnKind, string][] = [
  ['send', 'Send'],
  ['expect_interrupt', 'Expect'],
  ['answer', 'Answer'],
  ['cancel', 'Cancel'],
]

/** What a case may go on with. */
export function AddTurn({ isFull, waits, onAdd }: AddTurnProps) {
  if (isFull) {
    return <li className="pl-[30px] text-ink-3 text-sm">{suiteLimits.turns} turns are the most.</li>
  }
  return (
    <li className="relative list-none pl-[30px]">
      <span className="absolute top-0.5 left-0 grid size-[21px] place-items-center rounded-full border border-line-strong bg-surface text-ink-2">
        <Plus aria-hidden size={11} strokeWidth={1.8} />
      </span>
      <fieldset className="flex min-h-6 min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">Add a turn</legend>
        {usual.map(([kind, words]) => (
          <button
            key={kind}
            type="button"
            data-add=""
            onClick={() => onAdd(kind)}
            className={cx(chipClass, waits && kind === 'answer' && 'border-accent text-accent')}
          >
            {words}
          </button>
        ))}
        <Menu
          trigger={
            <button type="button" className={chipClass}>
              More <ChevronDown aria-hidden size={12} strokeWidth={1.8} />
            </button>
          }
        >
          <MenuItem
            description="Closes the stream of the run that is at work"
            onSelect={() => onAdd('drop')}
          >
            Drop the connection
          </MenuItem>
          <MenuItem
            description="A second message while the run is at work"
            onSelect={() => onAdd('meanwhile')}
          >
            Send meanwhile
          </MenuItem>
        </Menu>
      </fieldset>
    </li>
  )
}

const chipClass =
  'inline-flex h-[26px] cursor-pointer items-center gap-1.5 whitespace-nowrap rounded-full border border-line-strong border-dashed bg-surface px-[9px] text-ink-2 text-sm transition-colors hover:bg-bg hover:text-ink'
