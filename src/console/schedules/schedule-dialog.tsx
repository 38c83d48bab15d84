import type { Assistant } from '../../contract/agent-server/assistants.ts'
import {
  type Cron,
  createCron,
  createThreadCron,
  patchCron,
} from '../../contract/agent-server/crons.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useFirstKnown } from '../forms/use-first-known.ts'
import { useTyped } from '../forms/use-typed.ts'
import { whyNothing } from '../forms/what-differs.ts'
import { useAgentUrl } from '../objects/object-menu.tsx'
import { whatCronsChange } from './queries.ts'
import { heldAt, ScheduleFields } from './schedule-fields.tsx'
import { missingOf, parseInput, scheduleRequest, scheduleValues } from './typed-schedule.ts'

type ScheduleDialogProps = {
  deploymentId: string
  /** Those to choose from. */
  assistants: readonly Assistant[]
  /** As it is by now; absent: a new one. */
  cron?: Cron | undefined
  /** It was opened for a schedule that is there no more. */
  isGone?: boolean
  onClose: () => void
}

const paths = {
  patch: patchCron.path,
  onThread: createThreadCron.path,
  create: createCron.path,
}

/** Makes a schedule or changes one. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { deploymentId, assistants, cron, isGone = false, onClose } = props
  const api = useApi()
  const agent = api.agent(deploymentId)
  const agentUrl = useAgentUrl(deploymentId)
  const { first, typed: written, set, text, isDirty } = useTyped(scheduleValues(cron))
  // They may be read later than the window is opened.
  const usual = useFirstKnown(assistants[0]?.assistant_id)
  const typed = { ...written, assistant_id: written.assistant_id || (usual ?? '') }
  const invalidates = () => whatCronsChange(api, deploymentId)
  const create = useCall(agent, createCron, { invalidates })
  const createOnThread = useCall(agent, createThreadCron, { invalidates })
  const patch = useCall(agent, patchCron, { invalidates })
  const calls = [create, createOnThread, patch]
  const error = calls.find((call) => call.error)?.error ?? null
  const isPending = calls.some((call) => call.isPending)
  const refusal = useFieldRefusal(error, { isPending, held: heldAt(typed) })
  const request = scheduleRequest(typed, first, cron)
  const unready = missingOf(typed)
  const missing = unready ?? (cron && whyNothing(request.input.body))
  const submit = () => {
    for (const call of calls) call.reset()
    const onSuccess = () => {
      toast.ok(cron ? 'Saved' : 'Made the schedule')
      onClose()
    }
    if (request.kind === 'patch') patch.mutate(request.input, { onSuccess })
    else if (request.kind === 'onThread') createOnThread.mutate(request.input, { onSuccess })
    else create.mutate(request.input, { onSuccess })
  }
  return (
    <FormDialog
      title={cron ? 'Edit the schedule' : 'New schedule'}
      description="Starts a run of an assistant by the clock."
      size="lg"
      onClose={onClose}
      isDirty={isDirty}
      isGone={isGone}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={cron ? 'Save' : 'Create schedule'}
      missing={missing}
      onSubmit={submit}
    >
      <ScheduleFields
        {...{ typed, set, text, assistants, refusal }}
        isNew={!cron}
        inputFault={parseInput(typed.input).fault}
      />
      <FoldedRequest
        missing={unready}
        method={cron ? 'PATCH' : 'POST'}
        url={agentUrl(fillPath(paths[request.kind], request.input.params))}
        body={request.input.body}
      />
    </FormDialog>
  )
}
