import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../../ui/controls/button.tsx'
import type { VariableDraft } from '../draft/case-draft.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { faultAt } from '../draft/fault-at.ts'
import { newId, withChanged, without } from '../draft/list-changes.ts'
import { FaultLine, Line, linkButtonClass } from '../fields.tsx'

type VariableListProps = {
  variables: readonly VariableDraft[]
  faults: readonly SuiteFault[]
  isReadOnly: boolean
  onChange: (variables: readonly VariableDraft[]) => void
}

/** What stands for `{name}` in the texts of a case. */
export function VariableList({ variables, faults, isReadOnly, onChange }: VariableListProps) {
  const [addedId, setAddedId] = useState<number | null>(null)
  const add = () => {
    const added = { id: newId(), name: '', value: '' }
    setAddedId(added.id)
    onChange([...variables, added])
  }
  if (isReadOnly && variables.length === 0) return null
  return (
    <section aria-label="Variables">
      <div className="mb-1 flex min-h-6 items-center">
        <h3 className="grow font-strong text-sm">Variables</h3>
        {!isReadOnly && (
          <button type="button" className={linkButtonClass} onClick={add}>
            Add variable
          </button>
        )}
      </div>
      {variables.length === 0 && (
        <p className="text-ink-3 text-sm">
          <span className="mono">{'{name}'}</span> in a text stands for the variable of that name.
        </p>
      )}
      <ul className="flex flex-col gap-1.5">
        {variables.map(({ id, name, value }) => {
          const fault = faultAt(faults, 'variables', id)
          return (
            <li key={id}>
              <div className="flex items-center gap-1.5">
                <Line
                  isMono
                  autoFocus={id === addedId}
                  aria-label="Name of the variable"
                  aria-invalid={fault ? true : undefined}
                  className="w-32 flex-none"
                  value={name}
                  onWrite={(to) => onChange(withChanged(variables, id, { name: to }))}
                />
                <Line
                  aria-label={`Value of ${name || 'the variable'}`}
                  value={value}
                  onWrite={(to) => onChange(withChanged(variables, id, { value: to }))}
                />
                {!isReadOnly && (
                  <IconButton
                    size="sm"
                    label={`Delete ${name || 'the variable'}`}
                    onClick={() => onChange(without(variables, id))}
                  >
                    <X aria-hidden size={13} strokeWidth={1.8} />
                  </IconButton>
                )}
              </div>
              <FaultLine>{fault}</FaultLine>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
