import type { ComponentProps } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Endpoint } from '../../contract/endpoint.ts'
import { connectionPresets } from '../../contract/gateway/connections.ts'
import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Note } from '../../ui/page/note.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { Toggle } from '../forms/form-parts.tsx'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { ConnectionMarks } from './connection-marks.tsx'
import { type ConnectionValues, isCloud, leadsElsewhere } from './connection-values.ts'

type ConnectionFormProps<E extends Endpoint> = Omit<
  ComponentProps<typeof FormPage<ConnectionValues, E>>,
  'children' | 'mode' | 'refusal'
> & {
  /** Of one that is changed: whether the server keeps a key for it. Absent for a new one. */
  hasKey?: boolean
  /** Of the local stack only the marks are anybody's to set. */
  isLocal?: boolean
}

type Form = UseFormReturn<ConnectionValues>

const kinds = [
  { value: 'cloud_us', title: 'Cloud, US', description: 'The hosted service' },
  { value: 'cloud_eu', title: 'Cloud, EU', description: 'The hosted service in Europe' },
  { value: 'self_hosted', title: 'Self-hosted', description: 'A control plane of your own' },
  { value: 'agent_server', title: 'Agent server', description: 'One server, no control plane' },
] as const
const asTyped = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/** A connection's form. A key goes to the server once and never comes back. */
export function ConnectionForm<E extends Endpoint>(props: ConnectionFormProps<E>) {
  const { hasKey, isLocal, ...page } = props
  return (
    <FormPage {...page} mode="onSubmit" refusal={useRefusal('admin')}>
      {(form, before) => (
        <>
          {isLocal ? (
            <Note title="The local stack is always there: its name, addresses and key are its own." />
          ) : (
            <Fields form={form} before={before} hasKey={hasKey} />
          )}
          <ConnectionMarks form={form} />
        </>
      )}
    </FormPage>
  )
}

type FieldsProps = { form: Form; before: ConnectionValues; hasKey: boolean | undefined }

function Fields({ form, before, hasKey }: FieldsProps) {
  const isNew = hasKey === undefined
  const values = { ...before, ...(useWatch({ control: form.control }) as ConnectionValues) }
  const { errors } = form.formState
  const isPreset = isNew && isCloud(values.kind)
  return (
    <>
      {isNew && (
        <ChoiceCards
          legend="What it leads to"
          value={values.kind}
          options={kinds}
          onValueChange={(kind) => form.setValue('kind', kind, { shouldDirty: true })}
        />
      )}
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          placeholder="Production"
          {...asTyped}
          {...form.register('name', {
            validate: (text) => text.trim() !== '' || 'Give it a name.',
          })}
        />
      </Field>
      {isPreset && isCloud(values.kind) ? (
        <Note tone="plain" title="Its addresses are known">
          <p className="mono break-all">{connectionPresets[values.kind].base_url}</p>
          <p className="mono break-all">{connectionPresets[values.kind].tracing_url}</p>
        </Note>
      ) : (
        <>
          <Field
            label={values.kind === 'agent_server' ? 'Address of the agent server' : 'Control plane'}
            hint="Where its interface begins, with https:// or http://."
            error={errors.base_url?.message}
          >
            <TextInput
              isMono
              placeholder="https://host.example.com"
              {...asTyped}
              {...form.register('base_url', {
                validate: (text, all) =>
                  (isNew && isCloud(all.kind)) ||
                  text.trim() !== '' ||
                  'Write the address of the server.',
              })}
            />
          </Field>
          <Field
            label="Feedback address"
            hint={isNew ? 'Optional: the same host when empty.' : 'Votes are sent nowhere else.'}
            error={errors.tracing_url?.message}
          >
            <TextInput isMono {...asTyped} {...form.register('tracing_url')} />
          </Field>
        </>
      )}
      <KeyField form={form} before={before} values={values} hasKey={hasKey} />
      <Field
        label="Workspace"
        hint="Optional: for a key that sees several. Its id."
        error={errors.tenant_id?.message}
      >
        <TextInput isMono {...asTyped} {...form.register('tenant_id')} />
      </Field>
      <Field
        label="The key may also go to"
        hint="Optional: further origins, one a line, as https://*.example.com. Deployments with addresses of their own need it."
        error={errors.key_origins?.message}
      >
        <TextArea isMono rows={2} {...asTyped} {...form.register('key_origins')} />
      </Field>
    </>
  )
}

type KeyFieldProps = FieldsProps & { values: ConnectionValues }

function KeyField({ form, before, values, hasKey }: KeyFieldProps) {
  const isAskedAgain = hasKey === true && leadsElsewhere(before, values) && !values.isKeyRemoved
  const hint = !hasKey
    ? 'Kept by the server, encrypted. This page never sees it again.'
    : isAskedAgain
      ? 'The key was given for another address. Write it again for this one.'
      : 'The server keeps one. Write a new one to replace it.'
  return (
    <div className="flex flex-col gap-2">
      <Field label="Key" hint={hint} error={form.formState.errors.api_key?.message}>
        <TextInput
          isMono
          type="password"
          {...asTyped}
          autoComplete="new-password"
          placeholder={hasKey && !isAskedAgain ? 'kept' : ''}
          readOnly={values.isKeyRemoved}
          {...form.register('api_key', {
            validate: (text) =>
              !isAskedAgain || text.trim() !== '' || 'Write the key again, or remove it.',
          })}
        />
      </Field>
      {hasKey && <Toggle form={form} name="isKeyRemoved" label="Remove the key" />}
    </div>
  )
}
