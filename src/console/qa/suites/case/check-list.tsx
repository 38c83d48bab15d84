import { useState } from 'react'
import { suiteLimits } from '../../../../contract/qa/cases.ts'
import { Menu, MenuItem } from '../../../../ui/overlay/menu.tsx'
import { type CheckDraft, type CheckKind, newCheck } from '../draft/check-draft.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { faultAt } from '../draft/fault-at.ts'
import { withChanged, without } from '../draft/list-changes.ts'
import { FaultLine, linkButtonClass } from '../fields.tsx'
import { CheckLine } from './check-line.tsx'

type CheckListProps = {
  checks: readonly CheckDraft[]
  faults: readonly SuiteFault[]
  isReadOnly: boolean
  onChange: (checks: readonly CheckDraft[]) => void
}

const kinds: readonly [CheckKind, string][] = [
  ['contains', 'Answer contains a text'],
  ['matches', 'Answer matches a pattern'],
  ['json_path', 'State at a path'],
  ['tool_called', 'Tool called'],
  ['tool_not_called', 'Tool not called'],
  ['tool_order', 'Order of tools'],
  ['status', 'Final status'],
  ['max_seconds', 'Seconds at most'],
  ['max_tokens', 'Tokens at most'],
  ['max_words', 'Words at most'],
]

/** What a machine looks at when an attempt has ended. A line is read; pressed, it is written. */
export function CheckList({ checks, faults, isReadOnly, onChange }: CheckListProps) {
  const [openId, setOpenId] = useState<number | null>(null)
  const add = (kind: CheckKind) => {
    const check = newCheck(kind)
    setOpenId(check.id)
    onChange([...checks, check])
  }
  return (
    <section aria-label="Machine checks">
      <div className="mb-1 flex min-h-6 items-center">
        <h3 className="grow font-strong text-sm">Machine checks</h3>
        {!isReadOnly && checks.length < suiteLimits.checks && (
          <Menu
            trigger={
              <button type="button" className={linkButtonClass}>
                Add check
              </button>
            }
          >
            {kinds.map(([kind, words]) => (
              <MenuItem key={kind} onSelect={() => add(kind)}>
                {words}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {checks.length === 0 && <p className="text-ink-3 text-sm">None: people judge alone.</p>}
      <ul>
        {checks.map((check) => {
          const fault = faultAt(faults, 'checks', check.id)
          return (
            <CheckLine
              key={check.id}
              check={check}
              fault={fault}
              isOpen={check.id === openId || fault !== undefined}
              isReadOnly={isReadOnly}
              onToggle={() => setOpenId(check.id === openId ? null : check.id)}
              onChange={(change) => onChange(withChanged(checks, check.id, change))}
              onDelete={() => onChange(without(checks, check.id))}
            />
          )
        })}
      </ul>
      <FaultLine>{faultAt(faults, 'checks')}</FaultLine>
    </section>
  )
}
