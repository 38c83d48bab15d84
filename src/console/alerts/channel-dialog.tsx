import {
  type AlertChannel,
  createAlertChannel,
  listAlertChannels,
  patchAlertChannel,
} from '../../contract/alerts/channels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceCards } from '../../ui/controls/choice-card.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useTyped } from '../forms/use-typed.ts'
import { whatDiffers, whyNothing } from '../forms/what-differs.ts'
import { useGatewayRead } from '../objects/object-menu.tsx'
import {
  type ChannelValues,
  channelBody,
  channelProblem,
  channelValues,
  heldAt,
  newSigningSecret,
  shownChannelBody,
} from './channel-values.ts'

const kinds = [
  { value: 'webhook', title: 'Webhook', description: 'JSON to a server of yours, signed' },
  {
    value: 'slack',
    title: 'Slack',
    description: 'Or what takes the same: Mattermost, Rocket.Chat',
  },
  { value: 'email', title: 'E-mail', description: 'By your mail server' },
] as const
const securities = [
  { value: 'starttls', label: 'STARTTLS', description: 'Usually port 587' },
  { value: 'tls', label: 'TLS', description: 'Usually port 465' },
  { value: 'none', label: 'None', description: 'For a mail server on your own network' },
] as const
const asTyped = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

type ChannelDialogProps = {
  /** As it is by now; absent to make one. */
  channel?: AlertChannel | undefined
  /** It was opened for a channel that is there no more. */
  isGone?: boolean
  onClose: () => void
}

/** Makes a channel, or changes one. Addresses of webhooks, secrets and passwords go to the server and never come back. */
export function ChannelDialog({ channel, isGone = false, onClose }: ChannelDialogProps) {
  const { gateway } = useApi()
  const form = useTyped(channelValues(channel))
  const { first, typed, set, text, isDirty } = form
  const invalidates = () => [queryKey(gateway, listAlertChannels)]
  const create = useCall(gateway, createAlertChannel, { invalidates })
  const patch = useCall(gateway, patchAlertChannel, { invalidates })
  const error = create.error ?? patch.error
  const isPending = create.isPending || patch.isPending
  const refusal = useFieldRefusal(error, { isPending, held: heldAt(typed), conflictAt: 'name' })
  const { at } = refusal
  const body = channelBody(typed)
  const changes = whatDiffers(channelBody(first), body)
  const done = {
    onSuccess: ({ name }: AlertChannel) => {
      toast.ok(`Saved ${name}`, { description: 'Send a test to see whether it works.' })
      onClose()
    },
  }
  const submit = () =>
    channel
      ? patch.mutate({ params: { channel_id: channel.id }, body: changes }, done)
      : create.mutate({ body: { ...body, kind: typed.kind } }, done)
  return (
    <FormDialog
      size="lg"
      title={channel ? `Edit ${channel.name}` : 'New channel'}
      onClose={onClose}
      isDirty={isDirty}
      isGone={isGone}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel={channel ? 'Save channel' : 'Make channel'}
      missing={channelProblem(typed, !channel) ?? (channel && whyNothing(changes))}
      onSubmit={submit}
    >
      {!channel && (
        <ChoiceCards
          legend="Kind"
          value={typed.kind}
          options={kinds}
          onValueChange={(kind) => set({ kind })}
        />
      )}
      <Field label="Name" error={at('name')}>
        <TextInput {...text('name')} autoComplete="off" maxLength={100} />
      </Field>
      {typed.kind === 'email' ? (
        <MailFields form={form} at={at} channel={channel} />
      ) : (
        <Field
          label="Address"
          hint={
            channel
              ? `The server keeps one at ${channel.leads_to}. Write a new one to replace it.`
              : 'Kept by the server, encrypted. This page never sees it again.'
          }
          error={at('url')}
        >
          <TextInput isMono placeholder="https://" {...asTyped} {...text('url')} />
        </Field>
      )}
      {typed.kind === 'webhook' && <SecretField form={form} at={at} channel={channel} />}
      <FoldedRequest
        method={channel ? 'PATCH' : 'POST'}
        {...useGatewayRead()(`${createAlertChannel.path}${channel ? `/${channel.id}` : ''}`)}
        body={shownChannelBody(channel ? changes : { ...body, kind: typed.kind })}
      />
    </FormDialog>
  )
}

type PartProps = {
  form: ReturnType<typeof useTyped<ChannelValues>>
  at: (field: string) => string | undefined
  channel: AlertChannel | undefined
}

function SecretField({ form: { set, text }, at, channel }: PartProps) {
  const hint = channel?.has_secret
    ? 'The server keeps one. Write a new one to replace it.'
    : 'Optional: your server checks by it that a call is ours. Copy it there now, it is not shown again.'
  return (
    <div className="flex items-start gap-2">
      <Field label="Signing secret" className="grow" hint={hint} error={at('signing_secret')}>
        <TextInput isMono placeholder="whsec_…" {...asTyped} {...text('signing_secret')} />
      </Field>
      <div className="pt-[27px]">
        <Button onClick={() => set({ signing_secret: newSigningSecret() })}>Generate</Button>
      </div>
    </div>
  )
}

function MailFields({ form: { typed, set, text }, at, channel }: PartProps) {
  return (
    <>
      <div className="grid gap-3 min-[600px]:grid-cols-[1fr_90px_auto]">
        <Field label="Mail server" error={at('smtp_host')}>
          <TextInput isMono placeholder="smtp.example.com" {...asTyped} {...text('smtp_host')} />
        </Field>
        <Field label="Port" error={at('smtp_port')}>
          <TextInput isMono inputMode="numeric" {...asTyped} {...text('smtp_port')} />
        </Field>
        <Field label="Encryption" isGroup error={at('smtp_security')}>
          <SelectMenu
            label="Encryption"
            variant="default"
            value={typed.smtp_security}
            options={securities}
            onValueChange={(smtp_security) => set({ smtp_security })}
          />
        </Field>
      </div>
      <div className="grid gap-3 min-[600px]:grid-cols-2">
        <Field label="User name" hint="Optional." error={at('smtp_username')}>
          <TextInput {...asTyped} {...text('smtp_username')} />
        </Field>
        <Field
          label="Password"
          hint={
            channel?.has_secret
              ? 'The server keeps one. Write a new one to replace it.'
              : 'Kept by the server, encrypted.'
          }
          error={at('password')}
        >
          <TextInput
            type="password"
            {...asTyped}
            autoComplete="new-password"
            placeholder={channel?.has_secret ? 'kept' : ''}
            {...text('password')}
          />
        </Field>
      </div>
      <Field label="From" error={at('from')}>
        <TextInput placeholder="quarterdeck@example.com" {...asTyped} {...text('from')} />
      </Field>
      <Field label="To" hint="Several are separated by commas." error={at('to')}>
        <TextInput placeholder="operators@example.com" {...asTyped} {...text('to')} />
      </Field>
    </>
  )
}
