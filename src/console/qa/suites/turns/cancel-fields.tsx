import type { ReactNode } from 'react'
import type { CancelAction } from '../../../../contract/agent-server/runs.ts'
import type { Hold } from '../../../../contract/qa/cases.ts'
import { Choice } from '../fields.tsx'
import { MomentFields } from './moment-fields.tsx'
import type { TurnFieldsProps } from './turn-fields-props.ts'

const actions: readonly { value: CancelAction; label: string; description: string }[] = [
  { value: 'interrupt', label: 'Stop and keep', description: 'The run stays as interrupted' },
  { value: 'rollback', label: 'Stop and roll back', description: 'The run and its checkpoints go' },
]

const runs = ['', 'interrupted', 'error', 'success', '404'] as const
const threads = ['', 'idle', 'interrupted', 'error', 'busy'] as const
const states = ['', 'same', 'changed'] as const

/** When a run is stopped, how, and what must hold after that. */
export function CancelFields(props: TurnFieldsProps) {
  const { turn, onChange } = props
  const { action, hold } = turn
  const set = (change: Hold) => onChange({ hold: { ...hold, ...change } })
  const isRollback = action === 'rollback'
  const state = hold.state_unchanged === undefined ? '' : hold.state_unchanged ? 'same' : 'changed'
  return (
    <>
      <MomentFields {...props} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Choice
          label="How"
          value={action}
          options={actions}
          onValueChange={(value) => onChange({ action: value })}
        />
        <span className="text-ink-2 text-sm">
          {isRollback ? 'the run and its checkpoints go' : 'the run stays'}
        </span>
      </div>
      <div className="mt-1 flex w-full flex-col gap-1 border-line-strong border-l-2 py-px pl-2.5 text-sm">
        <span className="text-ink-2">then these must hold</span>
        <HoldLine words="the run answers">
          <Choice
            label="The run answers"
            value={hold.run ?? ''}
            options={runs.map((value) => ({
              value,
              label: value || (isRollback ? '404, as usual' : 'anything'),
            }))}
            onValueChange={(value) => set({ run: value || undefined })}
          />
        </HoldLine>
        <HoldLine words="the thread is">
          <Choice
            label="The thread is"
            value={hold.thread ?? ''}
            options={threads.map((value) => ({ value, label: value || 'anything' }))}
            onValueChange={(value) => set({ thread: value || undefined })}
          />
        </HoldLine>
        <HoldLine words="its state is">
          <Choice
            label="Its state is"
            value={state}
            options={[
              { value: states[0], label: isRollback ? 'as before, as usual' : 'anything' },
              { value: states[1], label: 'as before' },
              { value: states[2], label: 'another' },
            ]}
            onValueChange={(value) =>
              set({ state_unchanged: value === '' ? undefined : value === 'same' })
            }
          />
        </HoldLine>
      </div>
    </>
  )
}

function HoldLine({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span className="w-24 flex-none">{words}</span>
      {children}
    </div>
  )
}
