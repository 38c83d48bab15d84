import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FaultPlan, getFaults, setFaults } from '../../contract/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { query, queryKey, useApi, useCall } from '../api.tsx'

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

/** What goes wrong on purpose in this browser session; nothing where the server has no fault lab. */
export function FaultLab() {
  const { gateway } = useApi()
  // Most servers have none, and say so with a 404: there is nothing to try again.
  const { data } = useQuery({ ...query(gateway, getFaults), retry: false, throwOnError: false })
  if (!data) return null
  return <FaultForm plan={data} />
}

function FaultForm({ plan }: { plan: FaultPlan }) {
  const { gateway } = useApi()
  const [draft, setDraft] = useState<FaultPlan>(plan)
  const save = useCall(gateway, setFaults, { invalidates: () => [queryKey(gateway, getFaults)] })
  const isOn = Object.keys(plan).length > 0
  const set = (name: keyof FaultPlan, value: number | boolean | undefined) => {
    const { [name]: _before, ...rest } = draft
    setDraft(value === undefined || value === false ? rest : { ...rest, [name]: value })
  }
  return (
    <section aria-label="Fault lab" className="mt-5 grid gap-2.5 border-t pt-3.5">
      <h3 className="font-semibold">Fault lab</h3>
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
