import type { MultitaskStrategy } from '../../../../contract/agent-server/run-request.ts'
import { Choice, Lines } from '../fields.tsx'
import { MomentFields } from './moment-fields.tsx'
import type { TurnFieldsProps } from './turn-fields-props.ts'

const strategies: readonly { value: MultitaskStrategy; label: string; description: string }[] = [
  { value: 'enqueue', label: 'to wait its turn', description: 'enqueue' },
  { value: 'reject', label: 'to be refused', description: 'reject' },
  { value: 'interrupt', label: 'to stop the first', description: 'interrupt' },
  { value: 'rollback', label: 'to roll the first back', description: 'rollback' },
]

/** A second message while the first is worked at, and what it does to that. */
export function MeanwhileFields(props: TurnFieldsProps) {
  const { turn, onChange } = props
  return (
    <>
      <MomentFields {...props} />
      <Lines
        rows={1}
        aria-label="Second message"
        value={turn.text}
        onWrite={(text) => onChange({ text })}
      />
      <Choice
        label="Strategy"
        value={turn.strategy}
        options={strategies}
        onValueChange={(strategy) => onChange({ strategy })}
      />
    </>
  )
}
