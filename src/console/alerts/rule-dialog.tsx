import { useQuery } from '@tanstack/react-query'
import { type AlertKind, alertKindFacts, alertKinds } from '../../contract/alerts/alert-kinds.ts'
import { listAlertChannels } from '../../contract/alerts/channels.ts'
import {
  type AlertRule,
  createAlertRule,
  listAlertRules,
  patchAlertRule,
} from '../../contract/alerts/rules.ts'
import { listConnections } from '../../contract/gateway/connections.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { query, queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useTyped } from '../forms/use-typed.ts'
import { whatDiffers, whyNothing } from '../forms/what-differs.ts'
import { useGatewayRead } from '../objects/object-menu.tsx'
import { kindWords } from './alert-words.ts'
import { ChosenDeployments } from './chosen-deployments.tsx'
import { figuresOf, heldAt, ruleBody, ruleProblem, ruleValues } from './rule-values.ts'

const kindOptions = alertKinds.map((value) => ({ value, label: kindWords[value].label }))

type RuleDialogProps = {
  /** As it is by now; absent to make one. */
  rule?: AlertRule | undefined
  /** It was opened for a rule that is there no more. */
  isGone?: boolean
  onClose: () => void
}

/** Makes a rule, or changes one. What it watches for stays. */
export function RuleDialog({ rule, isGone = false, onClose }: RuleDialogProps) {
  const { gateway } = useApi()
  const channels = useQuery(query(gateway, listAlertChannels)).data ?? []
  const { first, typed, set, text, isDirty } = useTyped(ruleValues(rule))
  const invalidates = () => [queryKey(gateway, listAlertRules)]
  const create = useCall(gateway, createAlertRule, { invalidates })
  const patch = useCall(gateway, patchAlertRule, { invalidates })
  const error = create.error ?? patch.error
  const { kind } = typed
  const [facts, words] = [alertKindFacts[kind], kindWords[kind]]
  const body = ruleBody(typed)
  const changes = whatDiffers(ruleBody(first), body)
  const isPending = create.isPending || patch.isPending
  const refusal = useFieldRefusal(error, { isPending, held: heldAt(typed), conflictAt: 'name' })
  const { at } = refusal
  const done = {
    onSuccess: ({ name }: AlertRule) => {
      toast.ok(rule ? `Saved ${name}` : `${name} watches`)
      onClose()
    },
  }
  const submit = () =>
    rule
      ? patch.mutate({ params: { rule_id: rule.id }, body: changes }, done)
      : create.mutate({ body: { ...body, kind } }, done)
  const choose = (kind: AlertKind) => set({ kind, ...figuresOf(kind), scope: null })
  const setChannel = (id: string, isChosen: boolean) =>
    set({
      channels: isChosen ? [...typed.channels, id] : typed.channels.filter((one) => one !== id),
    })
  return (
    <FormDialog
      size="lg"
      title={rule ? `Edit ${rule.name}` : 'New rule'}
      onClose={onClose}
      isDirty={isDirty}
      isGone={isGone}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={rule ? 'Save rule' : 'Make rule'}
      missing={ruleProblem(typed) ?? (rule && whyNothing(changes))}
      onSubmit={submit}
    >
      <Field label="Name" error={at('name')}>
        <TextInput {...text('name')} autoComplete="off" maxLength={100} />
      </Field>
      <Field label="Watches for" isGroup hint={words.description}>
        <SelectMenu
          label="Watches for"
          variant="default"
          value={kind}
          options={kindOptions}
          onValueChange={choose}
          disabledReason={rule && 'Make another rule to watch for something else'}
        />
      </Field>
      <div className="grid gap-3 min-[600px]:grid-cols-3">
        {words.threshold && (
          <Field label={words.threshold} error={at('threshold')}>
            <TextInput {...text('threshold')} inputMode="decimal" autoComplete="off" />
          </Field>
        )}
        {words.window && (
          <Field label={words.window} error={at('window_minutes')}>
            <TextInput {...text('window')} inputMode="numeric" autoComplete="off" />
          </Field>
        )}
        {words.least && (
          <Field label={words.least} error={at('least')}>
            <TextInput {...text('least')} inputMode="numeric" autoComplete="off" />
          </Field>
        )}
      </div>
      {facts.about === 'deployments' && (
        <ChosenDeployments
          value={typed.scope}
          error={at('deployment_ids')}
          onChange={(scope) => set({ scope })}
        />
      )}
      {facts.about === 'connections' && (
        <ChosenConnections
          value={typed.scope}
          error={at('connection_ids')}
          onChange={(scope) => set({ scope })}
        />
      )}
      <Field
        label="Channels"
        isGroup
        hint={
          channels.length === 0
            ? 'There are none yet: what it finds stands in the history alone.'
            : undefined
        }
        error={at('channel_ids')}
      >
        {channels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={typed.channels.includes(id)}
            onChange={({ target }) => setChannel(id, target.checked)}
          />
        ))}
      </Field>
      <FoldedRequest
        method={rule ? 'PATCH' : 'POST'}
        {...useGatewayRead()(`${createAlertRule.path}${rule ? `/${rule.id}` : ''}`)}
        body={rule ? changes : { ...body, kind }}
      />
    </FormDialog>
  )
}

type ChosenProps = {
  value: readonly string[] | null
  error: string | undefined
  onChange: (ids: readonly string[] | null) => void
}

/** All connections, those to come included, or some. */
function ChosenConnections({ value, error, onChange }: ChosenProps) {
  const { gateway } = useApi()
  const { data = [] } = useQuery(query(gateway, listConnections))
  return (
    <Field label="Connections" isGroup error={error}>
      <Checkbox
        label="All, those to come included"
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [])}
      />
      {value !== null &&
        data
          .filter(({ kind }) => kind !== 'local')
          .map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          ))}
    </Field>
  )
}
