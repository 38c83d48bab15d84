import { useId } from 'react'
import type { Assistant } from '../../contract/agent-server/assistants.ts'
import {
  type Cron,
  createCron,
  createThreadCron,
  patchCron,
} from '../../contract/agent-server/crons.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { parseJson, writeJson } from '../../contract/exact-json.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { messageAt } from '../forms/field-message.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useTyped } from '../forms/use-typed.ts'
import { useAgentUrl } from '../objects/object-menu.tsx'
import { whatCronsChange } from './queries.ts'
import { scheduleWords } from './schedule-words.ts'

type ScheduleDialogProps = {
  deploymentId: string
  /** Those to choose from. */
  assistants: readonly Assistant[]
  /** Absent: a new one. */
  cron?: Cron
  onClose: () => void
}

/** Makes a schedule or changes one. */
export function ScheduleDialog({ deploymentId, assistants, cron, onClose }: ScheduleDialogProps) {
  const api = useApi()
  const agent = api.agent(deploymentId)
  const zones = useId()
  const { typed, set, text, isDirty } = useTyped({
    assistant_id: cron?.assistant_id ?? assistants[0]?.assistant_id ?? '',
    schedule: cron?.schedule ?? '0 9 * * 1-5',
    timezone: cron ? (cron.timezone ?? 'UTC') : ownZone(),
    input: inputText(cron),
    thread: cron?.thread_id ?? '',
    isKept: cron?.on_run_completed === 'keep',
    end: cron?.end_time ?? '',
  })
  const invalidates = () => whatCronsChange(api, deploymentId)
  const create = useCall(agent, createCron, { invalidates })
  const createOnThread = useCall(agent, createThreadCron, { invalidates })
  const patch = useCall(agent, patchCron, { invalidates })
  const calls = [create, createOnThread, patch]
  const error = calls.find((call) => call.error)?.error ?? null

  const input = parseInput(typed.input)
  const words = scheduleWords(typed.schedule)
  const thread = typed.thread.trim()
  const missing = !typed.schedule.trim()
    ? 'Write a schedule'
    : !typed.assistant_id
      ? 'Choose an assistant'
      : input.fault
        ? 'Write the input as JSON'
        : undefined
  const end = typed.end.trim()
  const shared = {
    schedule: typed.schedule.trim(),
    timezone: typed.timezone.trim() || 'UTC',
    input: input.value,
    ...(!thread && { on_run_completed: typed.isKept ? ('keep' as const) : ('delete' as const) }),
  }
  const changes = { ...shared, end_time: end || null }
  const made = {
    assistant_id: typed.assistant_id,
    ...shared,
    ...(end && { end_time: end }),
  }
  const done = (said: string) => ({
    onSuccess: () => {
      toast.ok(said)
      onClose()
    },
  })
  const submit = () => {
    for (const call of calls) call.reset()
    if (cron) patch.mutate({ params: { cron_id: cron.cron_id }, body: changes }, done('Saved'))
    else if (thread) {
      const { on_run_completed: _, ...body } = made
      createOnThread.mutate({ params: { thread_id: thread }, body }, done('Made the schedule'))
    } else create.mutate({ body: made }, done('Made the schedule'))
  }
  const agentUrl = useAgentUrl(deploymentId)

  return (
    <FormDialog
      title={cron ? 'Edit the schedule' : 'New schedule'}
      description="Starts a run of an assistant by the clock."
      size="lg"
      onClose={onClose}
      isDirty={isDirty}
      isPending={calls.some((call) => call.isPending)}
      error={error}
      isAtField={fields.some((field) => messageAt(error, field))}
      submitLabel={cron ? 'Save' : 'Create schedule'}
      missing={missing}
      onSubmit={submit}
    >
      {!cron && (
        <Field label="Assistant" isGroup error={messageAt(error, 'assistant_id')}>
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
          error={messageAt(error, 'schedule')}
        >
          <TextInput {...text('schedule')} isMono autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label="Time zone"
          hint="The hours of the schedule are those of this zone."
          error={messageAt(error, 'timezone')}
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
        error={input.fault ?? messageAt(error, 'input')}
      >
        <TextArea isMono rows={5} {...text('input')} spellCheck={false} />
      </Field>
      {!cron && (
        <Field
          label="Thread"
          hint="Its id, for runs that go on one conversation. Empty: each run has a thread of its own."
          error={messageAt(error, 'thread_id')}
        >
          <TextInput {...text('thread')} isMono autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {!thread && (
        <Checkbox
          label="Keep the thread of each run"
          checked={typed.isKept}
          onChange={({ target }) => set({ isKept: target.checked })}
        />
      )}
      <Field
        label="Ends"
        hint="No run is started after this, as 2030-01-31T12:00:00Z. Empty: it goes on."
        error={messageAt(error, 'end_time')}
      >
        <TextInput {...text('end')} isMono autoComplete="off" spellCheck={false} />
      </Field>
      <FoldedRequest
        missing={missing}
        {...(cron
          ? {
              method: 'PATCH',
              url: agentUrl(fillPath(patchCron.path, { cron_id: cron.cron_id })),
              body: changes,
            }
          : {
              method: 'POST',
              url: agentUrl(
                thread ? fillPath(createThreadCron.path, { thread_id: thread }) : createCron.path,
              ),
              body: made,
            })}
      />
    </FormDialog>
  )
}

const fields = ['assistant_id', 'schedule', 'timezone', 'input', 'thread_id', 'end_time']

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

const example = { messages: [{ role: 'user', content: 'Write the report of yesterday.' }] }

function inputText(cron: Cron | undefined): string {
  const input = cron ? cron.payload?.input : example
  return input === undefined || input === null ? '' : writeJson(input, 2)
}

/** An empty text is no input. */
function parseInput(text: string): { value: unknown; fault?: string } {
  if (text.trim() === '') return { value: null }
  try {
    return { value: parseJson(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    return { value: null, fault: `This is not JSON: ${reason}` }
  }
}
