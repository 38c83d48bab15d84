import type { RubricDraft } from '../draft/suite-draft.ts'
import { FaultLine, Line, Segments } from '../fields.tsx'
import { OrderButtons } from '../order-buttons.tsx'

type RubricRowProps = {
  item: RubricDraft
  /** From 0 on. */
  place: number
  count: number
  fault: string | undefined
  takesFocus: boolean
  isReadOnly: boolean
  onChange: (change: Partial<RubricDraft>) => void
  onMove: (by: 1 | -1) => void
  onDelete: () => void
}

const kinds: readonly { value: RubricDraft['kind']; label: string }[] = [
  { value: 'pass', label: 'Pass or fail' },
  { value: 'scale', label: '1 to 5' },
  { value: 'choice', label: 'Choice' },
]

/** One item of a rubric. */
export function RubricRow(props: RubricRowProps) {
  const { item, place, fault, isReadOnly, onChange } = props
  const name = item.label || `item ${place + 1}`
  return (
    <li className="list-none rounded-md border bg-bg p-2.5">
      <fieldset aria-label={`Rubric: ${name}`} className="flex min-w-0 flex-col gap-1.5">
        <div className="flex items-center gap-1">
          <Line
            autoFocus={props.takesFocus}
            spellCheck
            aria-label="Label"
            aria-invalid={fault ? true : undefined}
            placeholder="Correct"
            value={item.label}
            onWrite={(label) => onChange({ label })}
          />
          {!isReadOnly && <OrderButtons {...props} name={name} noun="this item" />}
        </div>
        <div>
          <Segments
            legend="Kind"
            value={item.kind}
            options={kinds}
            onChoose={(kind) => onChange({ kind })}
          />
        </div>
        {item.kind === 'choice' && (
          <Line
            spellCheck
            aria-label="Words to choose from"
            placeholder="helpful, curt, wrong: two to nine words, with commas"
            value={item.choices}
            onWrite={(choices) => onChange({ choices })}
          />
        )}
        <FaultLine>{fault}</FaultLine>
      </fieldset>
    </li>
  )
}
