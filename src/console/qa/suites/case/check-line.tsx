import { ChevronDown, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { checkParts } from '../../../../contract/qa/check-words.ts'
import { IconButton } from '../../../../ui/controls/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import type { CheckDraft } from '../draft/check-draft.ts'
import { checkSaid } from '../draft/check-said.ts'
import { FaultLine } from '../fields.tsx'
import { CheckFields } from './check-fields.tsx'

type CheckLineProps = {
  check: CheckDraft
  fault: string | undefined
  isOpen: boolean
  isReadOnly: boolean
  onToggle: () => void
  onChange: (change: Partial<CheckDraft>) => void
  onDelete: () => void
}

/** A check in words; its fields are below it while it is open. */
export function CheckLine(props: CheckLineProps) {
  const { check, fault, isOpen, isReadOnly, onToggle, onChange, onDelete } = props
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) fields.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [isOpen])
  return (
    <li className={cx(isOpen && 'my-1 rounded-md border bg-bg px-2.5 pb-2.5')}>
      <div className="flex min-h-[26px] items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-6 min-w-0 grow cursor-pointer items-center gap-1.5 rounded-sm text-left text-sm"
        >
          <span className={cx('min-w-0', !isOpen && 'truncate')}>
            <Words check={check} />
          </span>
          <ChevronDown
            aria-hidden
            size={12}
            strokeWidth={1.8}
            className={cx('flex-none text-ink-3', isOpen && 'rotate-180')}
          />
        </button>
        {!isReadOnly && (
          <IconButton size="sm" label="Delete this check" onClick={onDelete}>
            <Trash2 aria-hidden size={13} strokeWidth={1.8} />
          </IconButton>
        )}
      </div>
      {isOpen && (
        <div ref={fields} className="mt-1 flex flex-col gap-1.5">
          <CheckFields check={check} isFaulty={fault !== undefined} onChange={onChange} />
          <FaultLine>{fault}</FaultLine>
        </div>
      )}
    </li>
  )
}

function Words({ check }: { check: CheckDraft }) {
  return checkParts(checkSaid(check)).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
      <span key={at} className="mono">
        {part.code}
      </span>
    ),
  )
}
