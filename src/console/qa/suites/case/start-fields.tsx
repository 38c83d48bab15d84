import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem } from '../../../../ui/overlay/menu.tsx'
import type { CaseDraft } from '../draft/case-draft.ts'
import { jsonField } from '../draft/typed-json.ts'
import { FaultLine, JsonLines } from '../fields.tsx'
import { StateOfThreadDialog } from './state-of-thread-dialog.tsx'

type StartFieldsProps = {
  start: CaseDraft['start']
  origin: CaseDraft['origin']
  fault: string | undefined
  onChange: (change: Pick<CaseDraft, 'start' | 'origin'>) => void
}

const kinds = ['empty', 'state'] as const
const words = { empty: 'starts on an empty thread', state: 'starts with a state' }

/** What a case begins with. A state that was written is kept while an empty thread is chosen. */
export function StartFields({ start, origin, fault, onChange }: StartFieldsProps) {
  const [isCopying, setIsCopying] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Start: ${words[start.kind]}`}
            className="flex min-h-6 cursor-pointer items-center gap-1 rounded-sm text-ink-2 text-sm hover:text-ink"
          >
            {words[start.kind]} <ChevronDown aria-hidden size={12} strokeWidth={1.8} />
          </button>
        }
      >
        {kinds.map((kind) => (
          <MenuItem
            acts
            key={kind}
            isChosen={kind === start.kind}
            onSelect={() => onChange({ start: { ...start, kind }, origin })}
          >
            {words[kind]}
          </MenuItem>
        ))}
        <MenuItem acts onSelect={() => setIsCopying(true)}>
          starts with the state of a thread at a checkpoint…
        </MenuItem>
      </Menu>
      {isCopying && (
        <StateOfThreadDialog
          origin={origin}
          onCopy={(values, from) =>
            onChange({ start: { kind: 'state', values: jsonField(values) }, origin: from })
          }
          onClose={() => setIsCopying(false)}
        />
      )}
      {start.kind === 'state' && (
        <div className="basis-full">
          <JsonLines
            aria-label="State as JSON"
            rows={4}
            aria-invalid={fault ? true : undefined}
            value={start.values}
            onWrite={(values) => onChange({ start: { ...start, values }, origin })}
          />
          <FaultLine>{fault}</FaultLine>
        </div>
      )}
    </>
  )
}
