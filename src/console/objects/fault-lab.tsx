import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FaultPlan, getFaults, setFaults } from '../../contract/gateway/faults.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/page/note.tsx'
import { query, queryKey, useApi, useCall } from '../api.tsx'
import { useSession } from '../shell/use-session.ts'

const numbers = [
  ['drop_after', 'Cut streams after so many events'],
  ['stall_after', 'Silence streams after so many events'],
  ['delay_ms', 'Delay requests (ms)'],
  ['times', 'Only so many times'],
] as const
const switches = [
  ['repeat_ids', 'Repeat every event with its id'],
  ['reorder', 'Swap events in pairs'],
  ['heartbeats_only', 'Heartbeats in place of events'],
  ['status_500', 'Answer with 500'],
  ['offline', 'Cut this tab’s network'],
  ['expire_feedback', 'Expire feedback links'],
] as const

type FaultLabProps = {
  /** Of the heading, in the page that it stands in. */
  level: 'h2' | 'h3'
  className?: string
}

/** What goes wrong on purpose in this browser session; nothing where the server has no fault lab. */
export function FaultLab(props: FaultLabProps) {
  const { gateway } = useApi()
  const hasFaults = useSession()?.has_faults ?? false
  const { data } = useQuery({ ...query(gateway, getFaults), enabled: hasFaults })
  return hasFaults && data ? <FaultForm {...props} plan={data} /> : null
}

function FaultForm({ level: Heading, className, plan }: FaultLabProps & { plan: FaultPlan }) {
  const { gateway } = useApi()
  const [draft, setDraft] = useState<FaultPlan>(plan)
  const save = useCall(gateway, setFaults, { invalidates: () => [queryKey(gateway, getFaults)] })
  const isOn = Object.keys(plan).length > 0
  const set = (name: keyof FaultPlan, value: number | boolean | undefined) => {
    const { [name]: _before, ...rest } = draft
    setDraft(value === undefined || value === false ? rest : { ...rest, [name]: value })
  }
  return (
    <section aria-label="Fault lab" className={cx('grid gap-2.5', className)}>
      <Heading className="font-semibold">Fault lab</Heading>
      <p className="text-ink-2 text-sm">
        {isOn ? 'At work in this browser session.' : 'Makes requests of this browser session fail.'}
      </p>
      {switches.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          checked={draft[name] ?? false}
          onChange={(event) => set(name, event.target.checked)}
        />
      ))}
      {numbers.map(([name, label]) => (
        <Field key={name} label={label}>
          <TextInput
            inputMode="numeric"
            value={draft[name] ?? ''}
            onChange={(event) => {
              const text = event.target.value.trim()
              set(name, /^\d+$/.test(text) ? Number(text) : undefined)
            }}
          />
        </Field>
      ))}
      {save.error && <Note tone="bad">{save.error.message}</Note>}
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          isPending={save.isPending}
          onClick={() => save.mutate({ body: draft })}
        >
          Set faults
        </Button>
        <Button
          size="sm"
          disabledReason={isOn ? undefined : 'There are none'}
          onClick={() => {
            setDraft({})
            save.mutate({ body: {} })
          }}
        >
          No faults
        </Button>
      </div>
    </section>
  )
}
