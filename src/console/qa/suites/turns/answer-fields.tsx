import { useContext, useState } from 'react'
import { RefusedActions } from '../../../../ui/controls/refused-actions.ts'
import { type AnswerKind, takesValue, takesWords } from '../draft/turn-draft.ts'
import { JsonLines, Line, Lines, linkButtonClass, Segments } from '../fields.tsx'
import type { TurnFieldsProps } from './turn-fields-props.ts'

const kinds: readonly { value: AnswerKind; label: string }[] = [
  { value: 'accept', label: 'Accept' },
  { value: 'edit', label: 'Edit' },
  { value: 'respond', label: 'Respond' },
  { value: 'reject', label: 'Reject' },
  { value: 'resume', label: 'Resume' },
]

/** How an interrupt is answered. */
export function AnswerFields({ turn, isFaulty, onChange }: TurnFieldsProps) {
  const { with: kind, text, json, interrupt } = turn
  const isReadOnly = Boolean(useContext(RefusedActions))
  const [namesOne, setNamesOne] = useState(interrupt !== '')
  const isResume = kind === 'resume'
  return (
    <>
      <Segments
        legend="Answer"
        value={kind}
        options={kinds}
        onChoose={(value) => onChange({ with: value })}
      />
      {takesWords(kind) && (
        <Lines
          aria-label={kind === 'reject' ? 'Reason' : 'Words of the answer'}
          placeholder={kind === 'reject' ? 'Why not. May be empty.' : 'What is answered'}
          value={text}
          onWrite={(value) => onChange({ text: value })}
        />
      )}
      {takesValue(kind) && (
        <JsonLines
          aria-label={isResume ? 'Value as JSON' : 'Arguments as JSON'}
          placeholder={isResume ? 'true' : '{"amount": 18}'}
          value={json}
          aria-invalid={isFaulty || undefined}
          onWrite={(value) => onChange({ json: value })}
        />
      )}
      {namesOne ? (
        <div className="flex w-full items-center gap-1.5">
          <span className="flex-none text-ink-2 text-sm">interrupt</span>
          <Line
            isMono
            aria-label="Which interrupt"
            placeholder="the first; a number or an id"
            value={interrupt}
            onWrite={(value) => onChange({ interrupt: value })}
          />
        </div>
      ) : (
        !isReadOnly && (
          <button type="button" className={linkButtonClass} onClick={() => setNamesOne(true)}>
            Another interrupt than the first
          </button>
        )
      )}
    </>
  )
}
