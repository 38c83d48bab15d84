import type { ComponentProps } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import {
  needsClientSecret,
  providerUrlProblem,
} from '../../contract/control-plane/oauth-providers.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useApi } from '../api.tsx'
import { FormPage } from '../forms/form-page.tsx'
import { Pair, Toggle } from '../forms/form-parts.tsx'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { useCallbackAddress } from './callback-address.ts'
import { ParamsEditor } from './params-editor.tsx'
import { type ProviderValues, providerFieldOf } from './provider-values.ts'

type Form = UseFormReturn<ProviderValues>
type ProviderFormProps<E extends Endpoint> = Omit<
  ComponentProps<typeof FormPage<ProviderValues, E>>,
  'children' | 'fieldOf' | 'refusal'
>

const asTyped = { autoComplete: 'off', spellCheck: false } as const
const filled = (what: string) => (text: string) => text.trim() !== '' || `Write ${what}.`
const address = (text: string) => providerUrlProblem(text.trim()) ?? true

/** The fields of an OAuth provider. */
export function ProviderForm<E extends Endpoint>(props: ProviderFormProps<E>) {
  const isNew = props.endpoint.method === 'POST'
  // What other servers take are the fields of the published requests.
  const hasMore = searchesRuns(useApi().connection)
  return (
    <FormPage {...props} fieldOf={providerFieldOf} refusal={useRefusal('admin')}>
      {(form) => (
        <>
          <Text
            form={form}
            name="name"
            label="Name"
            placeholder="GitHub"
            validate={filled('a name')}
          />
          {isNew && (
            <Text
              form={form}
              name="provider_id"
              label="Provider identifier"
              hint="What agents ask for it by. It cannot be changed later."
              placeholder="github"
              validate={filled('what agents ask for it by')}
              isMono
            />
          )}
          <CallbackAddress form={form} />
          <Pair>
            <Text form={form} name="auth_url" label="Authorization URL" validate={address} isMono />
            <Text form={form} name="token_url" label="Token URL" validate={address} isMono />
          </Pair>
          <Pair>
            <Text
              form={form}
              name="client_id"
              label="Client ID"
              validate={filled('the id of the client')}
              isMono
            />
            <SecretField form={form} isNew={isNew} />
          </Pair>
          {hasMore && <Method form={form} />}
          <Pkce form={form} />
          {hasMore && <ParamsEditor form={form} />}
          {hasMore && (
            <Pair>
              <Text
                form={form}
                name="provider_type"
                label="Provider type"
                hint="Optional."
                isMono
              />
              <Text
                form={form}
                name="mcp_server_url"
                label="MCP server URL"
                hint="Optional."
                validate={(text) => text.trim() === '' || address(text)}
                isMono
              />
            </Pair>
          )}
        </>
      )}
    </FormPage>
  )
}

/** What the other side has to know before it gives an id and a secret. */
function CallbackAddress({ form }: { form: Form }) {
  const address = useCallbackAddress(useWatch({ control: form.control, name: 'provider_id' }) ?? '')
  if (!address) return null
  return (
    <Note title="Give the provider this callback address">
      <CopyableText text={address} label="Copy callback address" />
    </Note>
  )
}

type TextName =
  | 'name'
  | 'provider_id'
  | 'auth_url'
  | 'token_url'
  | 'client_id'
  | 'provider_type'
  | 'mcp_server_url'

type TextProps = {
  form: Form
  name: TextName
  label: string
  hint?: string
  placeholder?: string
  isMono?: boolean
  validate?: (text: string) => string | boolean
}

function Text({ form, name, label, hint, placeholder, isMono = false, validate }: TextProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <TextInput
        isMono={isMono}
        placeholder={placeholder}
        {...asTyped}
        {...form.register(name, validate ? { validate } : {})}
      />
    </Field>
  )
}

/** Written only: the server never tells it, so an empty field keeps what is there. */
function SecretField({ form, isNew }: { form: Form; isNew: boolean }) {
  const isNeeded = needsClientSecret(useWatch({ control: form.control }) as ProviderValues)
  return (
    <Field
      label="Client secret"
      hint={
        !isNeeded
          ? 'This kind of client has none.'
          : isNew
            ? 'Encrypted, and never shown again.'
            : 'Kept as it is while this is empty.'
      }
      error={form.formState.errors.client_secret?.message}
    >
      <TextInput
        isMono
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        placeholder={isNew || !isNeeded ? '' : '••••••••'}
        {...form.register('client_secret', {
          validate: (text) =>
            !isNew || !isNeeded || text !== '' || 'Give the secret of the client.',
        })}
      />
    </Field>
  )
}

function Method({ form }: { form: Form }) {
  return (
    <Field
      label="Token endpoint authentication"
      isGroup
      error={form.formState.errors.token_endpoint_auth_method?.message}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Controller
          control={form.control}
          name="token_endpoint_auth_method"
          render={({ field: { value, onChange } }) => (
            <SelectMenu
              label="Method"
              variant="default"
              value={value}
              options={[
                {
                  value: 'client_secret_post',
                  label: 'client_secret_post',
                  description: 'The secret goes in the body. The default.',
                },
                {
                  value: 'client_secret_basic',
                  label: 'client_secret_basic',
                  description: 'The secret goes in the Authorization header.',
                },
                { value: 'none', label: 'none', description: 'A public client without a secret.' },
              ]}
              onValueChange={onChange}
            />
          )}
        />
        <Toggle form={form} name="is_dynamic_client" label="Dynamic client" />
      </div>
    </Field>
  )
}

function Pkce({ form }: { form: Form }) {
  const usesPkce = useWatch({ control: form.control, name: 'uses_pkce' })
  return (
    <Field
      label="Proof of the code (PKCE)"
      isGroup
      error={
        form.formState.errors.uses_pkce?.message ??
        form.formState.errors.code_challenge_method?.message
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Toggle form={form} name="uses_pkce" label="Uses PKCE" />
        {usesPkce && (
          <Controller
            control={form.control}
            name="code_challenge_method"
            render={({ field: { value, onChange } }) => (
              <SelectMenu
                label="Challenge method"
                variant="default"
                value={value}
                options={[
                  { value: 'S256', label: 'S256' },
                  { value: 'plain', label: 'plain', description: 'Only where S256 is refused.' },
                ]}
                onValueChange={onChange}
              />
            )}
          />
        )}
      </div>
    </Field>
  )
}
