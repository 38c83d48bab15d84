import { type FormEvent, useState } from 'react'
import { createApiToken, listApiTokens } from '../../contract/gateway/api-tokens.ts'
import type { Role } from '../../contract/gateway/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyableText } from '../../ui/controls/copyable-text.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { SelectMenu } from '../../ui/controls/select-menu.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { CodeBlock } from '../../ui/page/code-block.tsx'
import { Note } from '../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { requestText } from '../forms/request-text.ts'
import { useUnsaved } from '../forms/unsaved.ts'
import { useGatewayRead } from '../objects/object-menu.tsx'
import { messageAt } from './field-message.ts'
import { RoleCards } from './role-cards.tsx'
import { type TokenLife, tokenExpiry, tokenLives } from './token-expiry.ts'
import { useFocusOnFault } from './use-focus-on-fault.ts'

/**
 * Makes an API token, then shows it. The token is known to this window only, for as long as it is open:
 * nothing else in the page holds it.
 */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { gateway } = useApi()
  const create = useCall(gateway, createApiToken, {
    invalidates: () => [queryKey(gateway, listApiTokens)],
  })
  const [name, setName] = useState('')
  const made = create.data
  return (
    <FormDialog
      onClose={onClose}
      title={made ? `The token ${made.name}` : 'New API token'}
      isLocked={create.isPending}
      isDirty={!made && name !== ''}
      closesFromWithin={made !== undefined}
    >
      {made ? (
        <MadeToken token={made.token} onClose={onClose} />
      ) : (
        <TokenForm create={create} name={name} setName={setName} />
      )}
    </FormDialog>
  )
}

type Create = ReturnType<typeof useCall<typeof createApiToken>>

type TokenFormProps = { create: Create; name: string; setName: (name: string) => void }

function TokenForm({ create, name, setName }: TokenFormProps) {
  const [role, setRole] = useState<Role>('viewer')
  const [life, setLife] = useState<TokenLife>('90')
  const [day, setDay] = useState('')
  const { error } = create
  const form = useFocusOnFault(error)
  const atName = messageAt(error, 'name') ?? (error?.status === 409 ? error.message : undefined)
  const atExpiry = messageAt(error, 'expires_at')
  // Counted from when the window was opened, so that what is shown is what is sent.
  const [now] = useState(() => Date.now())
  const end = tokenExpiry(life, day, now)
  const noDay = end === undefined ? 'Choose a day that is not over' : undefined
  const missing = name.trim() === '' ? 'Type a name first' : noDay
  const body = { name, role, expires_at: end?.toISOString() }
  const request = useGatewayRead()(createApiToken.path)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || missing) return
    create.mutate({ body })
  }
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name" hint="The program or machine that will use it." error={atName}>
        <TextInput
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
      <RoleCards value={role} onValueChange={setRole} />
      <Field label="Lives for" isGroup error={atExpiry}>
        <div className="flex flex-wrap items-center gap-2">
          <SelectMenu
            label="Lives for"
            variant="default"
            value={life}
            options={tokenLives}
            onValueChange={setLife}
          />
          {life === 'date' && (
            <TextInput
              type="date"
              aria-label="Last day"
              value={day}
              onChange={(event) => setDay(event.target.value)}
              className="max-w-44"
            />
          )}
        </div>
      </Field>
      {life === 'never' && (
        <Note tone="warn">It opens this console until somebody revokes it.</Note>
      )}
      <FoldedRequest method="POST" {...request} body={body} missing={noDay} />
      {error && !atName && !atExpiry && <Note tone="bad">{error.message}</Note>}
      <DialogActions>
        <DialogCancel />
        <Button
          type="submit"
          variant="primary"
          isPending={create.isPending}
          disabledReason={missing}
        >
          Make token
        </Button>
      </DialogActions>
    </form>
  )
}

const withoutCopy = {
  title: 'Leave without copying the token?',
  consequence: 'It is not shown again, and without it you have to make another one.',
  confirmLabel: 'Leave without it',
  cancelLabel: 'Back to the token',
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { gateway, connection } = useApi()
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  useUnsaved(() => !isCopied, withoutCopy)
  const url = `${gateway.baseUrl}/gateway/connections/${connection.id}/control-plane/v2/deployments`
  return (
    <div className="flex flex-col gap-4">
      <Note tone="warn" title="Copy it now: it is not shown again">
        The server keeps no copy of it. Whoever has it may do what its role may.
      </Note>
      <div className="rounded-control border bg-sunken px-3 py-2.5">
        <CopyableText text={token} label="Copy token" onCopied={() => setIsCopied(true)} />
      </div>
      <div>
        <p className="mb-1.5 text-ink-2 text-sm">A request with it, kept in QUARTERDECK_TOKEN:</p>
        <CodeBlock
          label="request with the token"
          code={requestText('curl', { method: 'GET', url, credential: 'token' })}
        />
      </div>
      <DialogActions>
        <Button variant="primary" onClick={() => (isCopied ? onClose() : setIsAsking(true))}>
          Done
        </Button>
      </DialogActions>
      <ConfirmDialog
        {...withoutCopy}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => onClose()}
      />
    </div>
  )
}
