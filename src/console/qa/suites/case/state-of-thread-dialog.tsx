import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../client/api.ts'
import type { ApiError } from '../../../../client/api-error.ts'
import { getThreadStateAt } from '../../../../contract/agent-server/thread-states.ts'
import { getThreadState, type ThreadState } from '../../../../contract/agent-server/threads.ts'
import type { Case } from '../../../../contract/qa/cases.ts'
import { Field } from '../../../../ui/controls/field.tsx'
import { TextInput } from '../../../../ui/controls/text-input.tsx'
import { useApi } from '../../../api.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useTyped } from '../../../forms/use-typed.ts'
import { DeploymentPicker } from '../../../objects/deployment-picker.tsx'

type StateOfThreadDialogProps = {
  origin: Case['origin']
  /** The state as it is now, and where it was copied from. */
  onCopy: (values: object, origin: NonNullable<Case['origin']>) => void
  onClose: () => void
}

/** Copies what a thread held at a checkpoint, for a case to begin with. What is refused leaves the case as it was. */
export function StateOfThreadDialog({ origin, onCopy, onClose }: StateOfThreadDialogProps) {
  const api = useApi()
  const isHere = origin?.connection_id === undefined || origin.connection_id === api.connection.id
  const from = isHere ? origin : undefined
  const { typed, set, text, isDirty } = useTyped({
    deployment_id: from?.deployment_id ?? null,
    thread_id: from?.thread_id ?? '',
    checkpoint_id: from?.checkpoint_id ?? '',
  })
  const thread_id = typed.thread_id.trim()
  const checkpoint_id = typed.checkpoint_id.trim()
  const read = useMutation<ThreadState, ApiError>({
    mutationFn: () => {
      const agent = api.agent(typed.deployment_id ?? '')
      return checkpoint_id
        ? call(agent, getThreadStateAt, { params: { thread_id, checkpoint_id } })
        : call(agent, getThreadState, { params: { thread_id } })
    },
  })
  const submit = () =>
    read.mutate(undefined, {
      onSuccess: ({ values, checkpoint, metadata }) => {
        const made_at = checkpoint?.checkpoint_id ?? checkpoint_id
        const run_id = metadata?.run_id
        onCopy((values ?? {}) as object, {
          connection_id: api.connection.id,
          deployment_id: typed.deployment_id ?? '',
          thread_id,
          ...(typeof run_id === 'string' && { run_id }),
          ...(made_at && { checkpoint_id: made_at }),
        })
        onClose()
      },
    })
  return (
    <FormDialog
      title="Start with the state of a thread"
      description="It is copied now: what becomes of the thread later changes nothing."
      onClose={onClose}
      isDirty={isDirty}
      isPending={read.isPending}
      error={read.error}
      submitLabel="Copy the state"
      missing={
        !typed.deployment_id
          ? 'Choose the deployment'
          : thread_id
            ? undefined
            : 'Write the id of the thread'
      }
      onSubmit={submit}
    >
      <Field label="Deployment" isGroup>
        <DeploymentPicker
          value={typed.deployment_id}
          onChange={(deployment_id) => set({ deployment_id: deployment_id ?? null })}
        />
      </Field>
      <Field label="Thread" hint="Its id, as its page has it to copy.">
        <TextInput isMono {...text('thread_id')} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Checkpoint" hint="Empty: what the thread holds now.">
        <TextInput isMono {...text('checkpoint_id')} autoComplete="off" spellCheck={false} />
      </Field>
    </FormDialog>
  )
}
