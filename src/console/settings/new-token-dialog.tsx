import { useState } from 'react'
import { createApiToken, listApiTokens } from '../../contract/gateway/api-tokens.ts'
import type { Role } from '../../contract/gateway/roles.ts'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { now } from '../../ui/format/now.ts'
import { SelectMenu } from '../../ui/overlay/select-menu.tsx'
import { Note } from '../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { requestText } from '../forms/request-text.ts'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useTyped } from '../forms/use-typed.ts'
import { useGatewayRead } from '../objects/object-menu.tsx'
import { MadeSecret } from './made-secret.tsx'
import { RoleCards } from './role-cards.tsx'
import { type TokenLife, tokenExpiry, tokenLives } from './token-expiry.ts'

/**
 * Makes an API token, then shows it. The token is known to this window only, for as long as it is open:
 * nothing else in the page holds it.
 */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { gateway } = useApi()
  const create = useCall(gateway, createApiToken, {
    invalidates: () => [queryKey(gateway, listApiTokens)],
  })
  const { typed, set, text } = useTyped({
    name: '',
    role: 'viewer' as Role,
    life: '90' as TokenLife,
    day: '',
  })
  const { name, role, life, day } = typed
  const { data: made, error } = create
  const refusal = useFieldRefusal(error, {
    isPending: create.isPending,
    held: { name, expires_at: [life, day] },
    conflictAt: 'name',
  })
  // Counted from when the window was opened, so that what is shown is what is sent.
  const [openedAt] = useState(now)
  const end = tokenExpiry(life, day, openedAt)
  const noDay = end === undefined ? 'Choose a day that is not over' : undefined
  const body = { name, role, expires_at: end?.toISOString() }
  const request = useGatewayRead()(createApiToken.path)
  return (
    <FormDialog
      title={made ? `The token ${made.name}` : 'New API token'}
      onClose={onClose}
      isDirty={!made && name !== ''}
      isPending={create.isPending}
      error={error}
      refusal={refusal}
      submitLabel="Make token"
      missing={name.trim() === '' ? 'Type a name first' : noDay}
      onSubmit={() => create.mutate({ body })}
      result={made && <MadeToken token={made.token} onClose={onClose} />}
    >
      <Field
        label="Name"
        hint="The program or machine that will use it."
        error={refusal.at('name')}
      >
        <TextInput {...text('name')} autoComplete="off" autoCapitalize="off" spellCheck={false} />
      </Field>
      <RoleCards value={role} onValueChange={(role) => set({ role })} />
      <Field label="Lives for" isGroup error={refusal.at('expires_at')}>
        <div className="flex flex-wrap items-center gap-2">
          <SelectMenu
            label="Lives for"
            variant="default"
            value={life}
            options={tokenLives}
            onValueChange={(life) => set({ life })}
          />
          {life === 'date' && (
            <TextInput type="date" aria-label="Last day" {...text('day')} className="max-w-44" />
          )}
        </div>
      </Field>
      {life === 'never' && (
        <Note tone="warn">It opens this console until somebody revokes it.</Note>
      )}
      <FoldedRequest method="POST" {...request} body={body} missing={noDay} />
    </FormDialog>
  )
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { gateway, connection } = useApi()
  const url = `${gateway.baseUrl}/gateway/connections/${connection.id}/control-plane/v2/deployments`
  return (
    <MadeSecret
      noun="token"
      secret={token}
      note="The server keeps no copy of it. Whoever has it may do what its role may."
      loss="It is not shown again, and without it you have to make another one."
      variable="QUARTERDECK_TOKEN"
      request={requestText('curl', { method: 'GET', url, credential: 'token' })}
      onClose={onClose}
    />
  )
}
