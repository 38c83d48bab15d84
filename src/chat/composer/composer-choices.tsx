import { memo } from 'react'
import type { MultitaskStrategy } from '../../contract/agent-server/run-request.ts'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import type { LeavePolicy, RunSession } from '../session/session-types.ts'

/** What is chosen beside the text, for every run that this page starts. */
export interface RunChoices {
  readonly assistant_id: string
  readonly strategy: MultitaskStrategy
  readonly onLeave: LeavePolicy
  /** Goes before the assistant's own configuration; empty uses that as it is. */
  readonly config: Readonly<Record<string, unknown>>
}

type ComposerChoicesProps = {
  assistants: readonly { assistant_id: string; name: string }[]
  choices: RunChoices
  onChoose: (change: Partial<RunChoices>) => void
  isActive: boolean
  session: Pick<RunSession, 'rollbackRefusal'>
}

/** What sending does while a run is active, in a sentence each. */
export const sendingDoes: Record<MultitaskStrategy, string> = {
  enqueue: 'Sending waits its turn behind the current run',
  interrupt: 'Sending stops the current run, keeps what it did and takes its place',
  rollback: 'Sending undoes the current run and takes its place',
  reject: 'Sending is refused while a run is active',
}

const strategies = (rollbackRefusal: string | null) =>
  [
    { value: 'enqueue', label: 'Enqueue', description: 'Waits its turn' },
    {
      value: 'interrupt',
      label: 'Interrupt',
      description: 'Stops the current run, keeps what it did',
    },
    {
      value: 'rollback',
      label: 'Roll back',
      description: 'Undoes the current run and takes its place',
      disabledReason: rollbackRefusal ?? undefined,
    },
    { value: 'reject', label: 'Reject', description: 'Is refused while a run is active' },
  ] as const

const leavePolicies = [
  {
    value: 'continue',
    label: 'Keeps running',
    description: 'The run goes on when I leave the page',
  },
  {
    value: 'cancel',
    label: 'Cancel when I leave',
    description: 'Also when the connection is lost: it cannot be taken up again',
  },
] as const

/** Assistant, what sending does to an active run, what leaving does. Typing does not renew it. */
export const ComposerChoices = memo(function ComposerChoices(props: ComposerChoicesProps) {
  const { assistants, choices, onChoose, isActive, session } = props
  return (
    <>
      {isActive && (
        <SelectMenu
          label="While a run is active"
          value={choices.strategy}
          options={strategies(session.rollbackRefusal)}
          onValueChange={(strategy) => onChoose({ strategy })}
        />
      )}
      <SelectMenu
        label="Assistant"
        value={choices.assistant_id}
        options={assistants.map(({ assistant_id, name }) => ({ value: assistant_id, label: name }))}
        onValueChange={(assistant_id) => onChoose({ assistant_id })}
      />
      {!isActive && (
        <SelectMenu
          label="If I leave"
          value={choices.onLeave}
          options={leavePolicies}
          onValueChange={(onLeave) => onChoose({ onLeave })}
        />
      )}
    </>
  )
})
