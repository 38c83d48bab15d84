import { useContext, useLayoutEffect, useRef, useState } from 'react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import { RefusedActions } from '../../../../ui/controls/refused-actions.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { faultAt } from '../draft/fault-at.ts'
import { withChanged, withMoved, without } from '../draft/list-changes.ts'
import { newTurn, type TurnDraft, type TurnKind } from '../draft/turn-draft.ts'
import { FaultLine } from '../fields.tsx'
import { AddTurn } from './add-turn.tsx'
import { TurnCard } from './turn-card.tsx'

type TurnListProps = {
  turns: readonly TurnDraft[]
  faults: readonly SuiteFault[]
  onChange: (turns: readonly TurnDraft[]) => void
}

/** The turns of a case in their order. */
export function TurnList({ turns, faults, onChange }: TurnListProps) {
  const isReadOnly = Boolean(useContext(RefusedActions))
  const list = useRef<HTMLOListElement>(null)
  const [addedId, setAddedId] = useState<number | null>(null)
  /** What takes focus once it is drawn. */
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (wanted.current) list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })
  const add = (kind: TurnKind) => {
    const turn = newTurn(kind)
    setAddedId(turn.id)
    onChange([...turns, turn])
  }
  return (
    <ol ref={list} className="flex flex-col">
      {turns.map((turn, place) => (
        <TurnCard
          key={turn.id}
          turn={turn}
          place={place}
          count={turns.length}
          fault={faultAt(faults, 'turns', turn.id)}
          takesFocus={turn.id === addedId}
          isReadOnly={isReadOnly}
          onChange={(change) => onChange(withChanged(turns, turn.id, change))}
          onMove={(by) => {
            wanted.current = `[data-turn="${turn.id}"] [data-move="${by}"]`
            onChange(withMoved(turns, turn.id, by))
          }}
          onDelete={() => {
            wanted.current = '[data-add]'
            onChange(without(turns, turn.id))
          }}
        />
      ))}
      {!isReadOnly && (
        <AddTurn
          isFull={turns.length >= suiteLimits.turns}
          waits={turns.at(-1)?.do === 'expect_interrupt'}
          onAdd={add}
        />
      )}
      <li className="list-none">
        <FaultLine>{faultAt(faults, 'turns')}</FaultLine>
      </li>
    </ol>
  )
}
