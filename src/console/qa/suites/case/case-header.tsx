import { ArrowDown, ArrowUp, Copy, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import { IconButton } from '../../../../ui/controls/button.tsx'
import { DeleteItem } from '../../../../ui/overlay/delete-item.tsx'
import { MenuItem, MenuSeparator } from '../../../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../../../ui/overlay/more-menu.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { type CaseDraft, copyOf } from '../draft/case-draft.ts'
import { freeKey } from '../draft/case-keys.ts'
import type { Dispatch } from '../draft/editor-state.ts'
import { type FocusWish, useWishedFocus } from '../use-wished-focus.ts'
import { KeyInput } from './key-input.tsx'

export type CaseHeaderProps = {
  one: CaseDraft
  /** All of the suite. */
  cases: readonly CaseDraft[]
  wish: FocusWish | null
  dispatch: Dispatch
  onOpen: (one: CaseDraft, takesFocus?: boolean) => void
  onClose: () => void
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** The key of a case and its place, and what can be done with it as a whole. */
export function CaseHeader(props: CaseHeaderProps) {
  const { one, cases, wish, dispatch, onOpen, onClose } = props
  const heading = useWishedFocus(wish, one.id)
  const [isRenaming, setIsRenaming] = useState(false)
  const place = cases.indexOf(one)
  const rename = (key: string) => {
    setIsRenaming(false)
    if (key === one.key) return
    dispatch({ type: 'changeCase', id: one.id, change: { key } })
    onOpen({ ...one, key }, true)
  }
  const duplicate = () => {
    const copy = copyOf(one, freeKey(one.key, new Set(cases.map(({ key }) => key))))
    dispatch({ type: 'addCases', cases: [copy], at: place + 1 })
    onOpen(copy, true)
  }
  const remove = () => {
    onClose()
    dispatch({ type: 'removeCase', id: one.id })
    toast.ok(`Deleted ${one.key || 'the case'}`, {
      description: 'It is gone for good when the suite is saved.',
      action: {
        label: 'Undo',
        onClick: () => dispatch({ type: 'addCases', cases: [one], at: place }),
      },
    })
  }
  const move = (by: number) => dispatch({ type: 'moveCase', id: one.id, by })
  const isFull = cases.length >= suiteLimits.cases
  return (
    <header className="flex items-center gap-2">
      <span className="flex-none text-ink-3 tabular-nums">{place + 1}</span>
      {isRenaming ? (
        <KeyInput value={one.key} onEnd={rename} />
      ) : (
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-w-0 grow break-words font-semibold text-lg focus-visible:outline-none"
        >
          {one.key || 'no key'}
        </h2>
      )}
      <MoreMenu label="More about this case" isInRow>
        <MenuItem acts icon={<Pencil {...iconProps} />} onSelect={() => setIsRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem
          acts
          icon={<Copy {...iconProps} />}
          disabledReason={isFull ? `${suiteLimits.cases} cases are the most` : undefined}
          onSelect={duplicate}
        >
          Duplicate
        </MenuItem>
        <MenuItem
          acts
          icon={<ArrowUp {...iconProps} />}
          disabledReason={place === 0 ? 'It is the first' : undefined}
          onSelect={() => move(-1)}
        >
          Move up
        </MenuItem>
        <MenuItem
          acts
          icon={<ArrowDown {...iconProps} />}
          disabledReason={place === cases.length - 1 ? 'It is the last' : undefined}
          onSelect={() => move(1)}
        >
          Move down
        </MenuItem>
        <MenuSeparator />
        <DeleteItem acts onSelect={remove}>
          Delete case
        </DeleteItem>
      </MoreMenu>
      <IconButton size="sm" label="Close" onClick={onClose}>
        <X {...iconProps} size={15} />
      </IconButton>
    </header>
  )
}
