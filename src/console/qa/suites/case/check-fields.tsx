import type { CheckDraft, FinalStatus } from '../draft/check-draft.ts'
import { Choice, JsonLines, Line, Lines, Switch } from '../fields.tsx'

type CheckFieldsProps = {
  check: CheckDraft
  isFaulty: boolean
  onChange: (change: Partial<CheckDraft>) => void
}

const statuses: readonly FinalStatus[] = [
  'success',
  'error',
  'interrupted',
  'timeout',
  'idle',
  'busy',
]

/** The fields of a check, by its kind. */
export function CheckFields({ check, isFaulty, onChange }: CheckFieldsProps) {
  const invalid = { 'aria-invalid': isFaulty || undefined }
  const text = { ...invalid, value: check.text, onWrite: (to: string) => onChange({ text: to }) }
  const json = { ...invalid, value: check.json, onWrite: (to: string) => onChange({ json: to }) }
  const number = {
    ...invalid,
    inputMode: 'decimal' as const,
    value: check.number,
    onWrite: (to: string) => onChange({ number: to }),
  }
  const not = (label: string) => (
    <Switch label={label} checked={check.isNot} onSwitch={(isNot) => onChange({ isNot })} />
  )
  switch (check.check) {
    case 'contains':
      return (
        <>
          <Lines {...text} aria-label="Text" placeholder="Text of the last answer" />
          <div className="flex flex-wrap gap-x-4 text-sm">
            <Switch
              label="Whatever the case of letters"
              checked={check.ignoresCase}
              onSwitch={(ignoresCase) => onChange({ ignoresCase })}
            />
            {not('It must not')}
          </div>
        </>
      )
    case 'matches':
      return (
        <>
          <div className="flex gap-1.5">
            <Line {...text} isMono aria-label="Pattern" placeholder="A regular expression" />
            <Line
              isMono
              className="w-16 flex-none"
              aria-label="Flags"
              placeholder="i s u"
              value={check.flags}
              onWrite={(flags) => onChange({ flags })}
            />
          </div>
          <div className="text-sm">{not('It must not')}</div>
        </>
      )
    case 'json_path':
      return (
        <>
          <Line {...text} isMono aria-label="Path" placeholder="$.messages[0].content" />
          <JsonLines
            {...json}
            aria-label="What stands there, as JSON"
            placeholder="Anything; or a value as JSON"
          />
          <div className="text-sm">{not('It must not')}</div>
        </>
      )
    case 'tool_called':
      return (
        <>
          <div className="flex items-center gap-1.5">
            <Line {...text} isMono aria-label="Tool" placeholder="Name of the tool" />
            <Line {...number} className="w-16 flex-none" aria-label="Times" placeholder="any" />
            <span className="flex-none text-ink-2 text-sm">times</span>
          </div>
          <JsonLines
            {...json}
            aria-label="Arguments as JSON"
            placeholder={'Any; or those it must have had: {"order": 4411}'}
          />
        </>
      )
    case 'tool_not_called':
      return <Line {...text} isMono aria-label="Tool" placeholder="Name of the tool" />
    case 'tool_order':
      return <Line {...text} isMono aria-label="Tools" placeholder="search, then, reply" />
    case 'status':
      return (
        <div>
          <Choice
            label="Final status"
            value={check.status}
            options={statuses.map((value) => ({ value, label: value }))}
            onValueChange={(status) => onChange({ status })}
          />
        </div>
      )
    case 'max_seconds':
      return <Line {...number} aria-label="Seconds" placeholder="10" />
    case 'max_tokens':
      return <Line {...number} aria-label="Tokens" placeholder="2000" />
    case 'max_words':
      return <Line {...number} aria-label="Words" placeholder="120" />
  }
}
