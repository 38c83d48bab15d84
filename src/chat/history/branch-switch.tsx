import { ChevronLeft, ChevronRight, GitBranch } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import type { BranchPoint } from '../checkpoints/branches.ts'
import { branchButton, branchesName } from './branch-focus.ts'

type BranchSwitchProps = {
  point: BranchPoint
  /** What parts here: “message”, “answer”. */
  noun: string
  /** Why none can be shown now. */
  disabledReason?: string | undefined
  onShow: (checkpoint_id: string) => void
}

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** “2 / 3”: which branch is shown where several part, and the way to the others. */
export function BranchSwitch({ point, noun, disabledReason, onShow }: BranchSwitchProps) {
  const { ends, current } = point
  const place = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another branch may end a button's way
  useLayoutEffect(() => {
    const focused = place.current?.querySelector<HTMLElement>(':focus')
    if (place.current && focused) branchButton(place.current, focused.dataset.branchStep)?.focus()
  }, [current])
  const go = (to: number) => {
    const end = ends[to]
    if (end) onShow(end)
  }
  return (
    <fieldset
      ref={place}
      data-branches={branchesName(ends)}
      aria-label={`Versions of this ${noun}`}
      className="inline-flex items-center gap-0.5 text-ink-3 text-sm tabular-nums"
    >
      <IconButton
        size="sm"
        variant="ghost"
        data-branch-step="previous"
        label={`Previous version of this ${noun}`}
        disabledReason={disabledReason ?? (current <= 0 ? 'This is the first' : undefined)}
        onClick={() => go(current - 1)}
      >
        <ChevronLeft {...icon} />
      </IconButton>
      <GitBranch {...icon} />
      <span>{`${current + 1} / ${ends.length}`}</span>
      <IconButton
        size="sm"
        variant="ghost"
        data-branch-step="next"
        label={`Next version of this ${noun}`}
        disabledReason={
          disabledReason ?? (current >= ends.length - 1 ? 'This is the last' : undefined)
        }
        onClick={() => go(current + 1)}
      >
        <ChevronRight {...icon} />
      </IconButton>
    </fieldset>
  )
}
