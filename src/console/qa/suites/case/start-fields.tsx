import { ChevronDown } from 'lucide-react'
import { Menu, MenuItem } from '../../../../ui/overlay/menu.tsx'
import type { CaseDraft } from '../draft/case-draft.ts'
import { FaultLine, JsonLines } from '../fields.tsx'

type StartFieldsProps = {
  start: CaseDraft['start']
  fault: string | undefined
  onChange: (start: CaseDraft['start']) => void
}

const kinds = ['empty', 'state'] as const
const words = { empty: 'starts on an empty thread', state: 'starts with a state' }

/** What a case begins with. A state that was written is kept while an empty thread is chosen. */
export function StartFields({ start, fault, onChange }: StartFieldsProps) {
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
            onSelect={() => onChange({ ...start, kind })}
          >
            {words[kind]}
          </MenuItem>
        ))}
      </Menu>
      {start.kind === 'state' && (
        <div className="basis-full">
          <JsonLines
            aria-label="State as JSON"
            rows={4}
            aria-invalid={fault ? true : undefined}
            value={start.values}
            onWrite={(values) => onChange({ ...start, values })}
          />
          <FaultLine>{fault}</FaultLine>
        </div>
      )}
    </>
  )
}
