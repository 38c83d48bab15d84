import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

type OrderButtonsProps = {
  /** What it is called in their names; null where they stand in something of that name. */
  name: string | null
  /** What is deleted where it has no name here: “this turn”. */
  noun: string
  /** From 0 on. */
  place: number
  count: number
  onMove: (by: 1 | -1) => void
  onDelete: () => void
}

/** Moves one of a list up and down, and deletes it. */
export function OrderButtons({ name, noun, place, count, onMove, onDelete }: OrderButtonsProps) {
  const move = name === null ? 'Move' : `Move ${name}`
  return (
    <>
      <IconButton
        size="sm"
        label={`${move} up`}
        data-move="-1"
        disabledReason={place === 0 ? 'It is the first' : undefined}
        onClick={() => onMove(-1)}
      >
        <ChevronUp {...iconProps} />
      </IconButton>
      <IconButton
        size="sm"
        label={`${move} down`}
        data-move="1"
        disabledReason={place === count - 1 ? 'It is the last' : undefined}
        onClick={() => onMove(1)}
      >
        <ChevronDown {...iconProps} />
      </IconButton>
      <IconButton size="sm" label={`Delete ${name ?? noun}`} onClick={onDelete}>
        <Trash2 {...iconProps} />
      </IconButton>
    </>
  )
}
