import type { MomentKind } from '../draft/turn-draft.ts'
import { Choice, Line } from '../fields.tsx'
import type { TurnFieldsProps } from './turn-fields-props.ts'

const moments: readonly { value: MomentKind; label: string }[] = [
  { value: 'event', label: 'after event' },
  { value: 'node', label: 'after node' },
  { value: 'ms', label: 'after time' },
]

const usual: Readonly<Record<MomentKind, string>> = { event: 'updates', node: '', ms: '1000' }
const names: Readonly<Record<MomentKind, string>> = {
  event: 'Name of the event',
  node: 'Name of the node',
  ms: 'Milliseconds',
}

/** When, in a run that is at work, something happens to it. */
export function MomentFields({ turn, isFaulty, onChange }: TurnFieldsProps) {
  const { moment, momentText } = turn
  const choose = (kind: MomentKind) =>
    onChange({
      moment: kind,
      // A number is no name; names may stay.
      ...((kind === 'ms' || moment === 'ms' || momentText === usual[moment]) && {
        momentText: usual[kind],
      }),
    })
  return (
    <div className="flex w-full items-center gap-1.5">
      <Choice label="When" value={moment} options={moments} onValueChange={choose} />
      <Line
        isMono
        inputMode={moment === 'ms' ? 'numeric' : 'text'}
        aria-label={names[moment]}
        aria-invalid={isFaulty || undefined}
        value={momentText}
        onWrite={(text) => onChange({ momentText: text })}
      />
      {moment === 'ms' && <span className="flex-none text-ink-2 text-sm">ms</span>}
    </div>
  )
}
