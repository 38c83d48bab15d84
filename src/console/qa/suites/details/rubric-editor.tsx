import { useState } from 'react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { faultAt } from '../draft/fault-at.ts'
import { withChanged, withMoved, without } from '../draft/list-changes.ts'
import { newRubricItem, type RubricDraft } from '../draft/suite-draft.ts'
import { FaultLine, linkButtonClass } from '../fields.tsx'
import { RubricRow } from './rubric-row.tsx'

type RubricEditorProps = {
  rubric: readonly RubricDraft[]
  faults: readonly SuiteFault[]
  isReadOnly: boolean
  onChange: (rubric: readonly RubricDraft[]) => void
}

/** What reviewers answer for each case; every item is answered with digits. */
export function RubricEditor({ rubric, faults, isReadOnly, onChange }: RubricEditorProps) {
  const [addedId, setAddedId] = useState<number | null>(null)
  const isFull = rubric.length >= suiteLimits.rubric
  const add = () => {
    const item = newRubricItem()
    setAddedId(item.id)
    onChange([...rubric, item])
  }
  return (
    <section aria-label="Rubric">
      <div className="mb-1 flex min-h-6 items-center">
        <h3 className="grow font-strong">Rubric</h3>
        {!isReadOnly && !isFull && (
          <button type="button" className={linkButtonClass} onClick={add}>
            Add item
          </button>
        )}
        {isFull && <span className="text-ink-3 text-sm">{suiteLimits.rubric} are the most</span>}
      </div>
      <p className="mb-2 text-ink-3 text-sm">What reviewers say of each answer.</p>
      <ol className="flex flex-col gap-2">
        {rubric.map((item, place) => (
          <RubricRow
            key={item.id}
            item={item}
            place={place}
            count={rubric.length}
            fault={faultAt(faults, 'rubric', item.id)}
            takesFocus={item.id === addedId}
            isReadOnly={isReadOnly}
            onChange={(change) => onChange(withChanged(rubric, item.id, change))}
            onMove={(by) => onChange(withMoved(rubric, item.id, by))}
            onDelete={() => onChange(without(rubric, item.id))}
          />
        ))}
      </ol>
      <FaultLine>{faultAt(faults, 'rubric')}</FaultLine>
    </section>
  )
}
