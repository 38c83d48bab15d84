import { useQuery } from '@tanstack/react-query'
import { listAlertEvents } from '../../contract/alerts/events.ts'
import { listAlertRules } from '../../contract/alerts/rules.ts'
import { createAlertSilence, listAlertSilences } from '../../contract/alerts/silences.ts'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { query, queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useTyped } from '../forms/use-typed.ts'
import { DeploymentPicker } from '../objects/deployment-picker.tsx'
import { useGatewayRead } from '../objects/object-menu.tsx'

const every = ''
const lives = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: 'An hour' },
  { value: '480', label: '8 hours' },
  { value: '1440', label: 'A day' },
  { value: '10080', label: 'A week' },
] as const

type SilenceDialogProps = {
  /** What it begins with; null for all. */
  ruleId?: string | null
  deploymentId?: string | null
  onClose: () => void
}

/** For a while nobody is told of what begins. */
export function SilenceDialog({ ruleId = null, deploymentId = null, onClose }: SilenceDialogProps) {
  const { gateway, connection } = useApi()
  const rules = useQuery(query(gateway, listAlertRules)).data ?? []
  const { typed, set, text, isDirty } = useTyped({
    rule: ruleId ?? every,
    deployment: deploymentId,
    minutes: '60' as (typeof lives)[number]['value'],
    reason: '',
  })
  const silence = useCall(gateway, createAlertSilence, {
    invalidates: () => [queryKey(gateway, listAlertSilences), queryKey(gateway, listAlertEvents)],
  })
  const body = {
    rule_id: typed.rule || null,
    deployment_id: typed.deployment,
    minutes: Number(typed.minutes),
    ...(typed.reason.trim() && { reason: typed.reason.trim() }),
  }
  const { error, isPending } = silence
  const refusal = useFieldRefusal(error, { isPending, held: { reason: typed.reason } })
  const submit = () =>
    silence.mutate(
      { body },
      {
        onSuccess: () => {
          toast.ok('Silenced')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Silence alerts"
      description="What begins meanwhile stands in the history only. What still lasts afterwards is told then; ends of what was told before are told as ever."
      onClose={onClose}
      isDirty={isDirty}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel="Silence"
      onSubmit={submit}
    >
      <Field label="Rule" isGroup>
        <SelectMenu
          label="Rule"
          variant="default"
          value={typed.rule}
          options={[
            { value: every, label: 'Every rule' },
            ...rules.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(rule) => set({ rule })}
        />
      </Field>
      <Field label="Deployment" isGroup>
        <DeploymentPicker
          value={typed.deployment}
          allLabel="Every deployment"
          onChange={(deployment) => set({ deployment })}
          disabledReason={
            connection.kind === 'local'
              ? undefined
              : 'Alerts are about the deployments of this server itself: switch to its connection to choose one'
          }
        />
      </Field>
      <Field label="For" isGroup>
        <SelectMenu
          label="For"
          variant="default"
          value={typed.minutes}
          options={lives}
          onValueChange={(minutes) => set({ minutes })}
        />
      </Field>
      <Field label="Reason" hint="Optional: others see it." error={refusal.at('reason')}>
        <TextInput {...text('reason')} maxLength={300} />
      </Field>
      <FoldedRequest method="POST" {...useGatewayRead()(createAlertSilence.path)} body={body} />
    </FormDialog>
  )
}
