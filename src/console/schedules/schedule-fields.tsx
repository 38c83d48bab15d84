import { useId } from 'react'
import type { Assistant } from '../../contract/agent-server/assistants.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import type { FieldRefusal } from '../forms/use-field-refusal.ts'
import type { useTyped } from '../forms/use-typed.ts'
import { scheduleWords } from './schedule-words.ts'
import type { ScheduleValues } from './typed-schedule.ts'

type ScheduleFieldsProps = Pick<
  ReturnType<typeof useTyped<ScheduleValues>>,
  'typed' | 'set' | 'text'
> & {
  /** Assistant and thread are chosen once. */
  isNew: boolean
  assistants: readonly Assistant[]
  inputFault: string | undefined
  refusal: FieldRefusal
}

/** What a schedule starts and when, with what the server says against a field. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { typed, set, text, isNew, assistants, inputFault, refusal } = props
  const zones = useId()
  const words = scheduleWords(typed.schedule)
  return (
    <>
      {isNew && (
        <Field label="Assistant" isGroup error={refusal.at('assistant_id')}>
          <div>
            <SelectMenu
              label="Assistant"
              variant="default"
              value={typed.assistant_id}
              options={assistants.map((one) => ({
                value: one.assistant_id,
                label: one.name || one.graph_id,
              }))}
              onValueChange={(assistant_id) => set({ assistant_id })}
            />
          </div>
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Schedule"
          hint={words ?? 'Minute, hour, day, month, weekday; or a word as @daily.'}
          error={refusal.at('schedule')}
        >
          <TextInput {...text('schedule')} isMono autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label="Time zone"
          hint="The hours of the schedule are those of this zone."
          error={refusal.at('timezone')}
        >
          <TextInput {...text('timezone')} list={zones} autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field
        label="Input"
        hint="What each run starts with, as JSON."
        error={inputFault ?? refusal.at('input')}
      >
        <TextArea isMono rows={5} {...text('input')} spellCheck={false} />
      </Field>
      {isNew && (
        <Field
          label="Thread"
          hint="Its id, for runs that go on one conversation. Empty: each run has a thread of its own."
          error={refusal.at('path.thread_id')}
        >
          <TextInput {...text('thread')} isMono autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {!typed.thread.trim() && (
        <Checkbox
          label="Keep the thread of each run"
          checked={typed.isKept}
          onChange={({ target }) => set({ isKept: target.checked })}
        />
      )}
      <Field
        label="Ends"
        hint="No run is started after this, as 2030-01-31T12:00:00Z. Empty: it goes on."
        error={refusal.at('end_time')}
      >
        <TextInput {...text('end')} isMono autoComplete="off" spellCheck={false} />
      </Field>
    </>
  )
}

/** What stands in the fields, by the names that faults have. */
export const heldAt = ({ thread, end, isKept: _, ...others }: ScheduleValues) => ({
  ...others,
  'path.thread_id': thread,
  end_time: end,
})
