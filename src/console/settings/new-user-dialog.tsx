import { type FormEvent, useState } from 'react'
import { createUser, listUsers, type Role } from '../../contract/gateway/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Note } from '../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { withoutSecret } from '../forms/request-text.ts'
import { useGatewayRead } from '../objects/object-menu.tsx'
import { messageAt } from './field-message.ts'
import { RoleCards } from './role-cards.tsx'
import { useFocusOnFault } from './use-focus-on-fault.ts'

/** Somebody new who may sign in. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const { gateway } = useApi()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const create = useCall(gateway, createUser, {
    invalidates: () => [queryKey(gateway, listUsers)],
  })
  const { error } = create
  const form = useFocusOnFault(error)
  const atName = messageAt(error, 'name') ?? (error?.status === 409 ? error.message : undefined)
  const atPassword = messageAt(error, 'password')
  const body = { name, password, role }
  const request = useGatewayRead()(createUser.path)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || name.trim() === '' || password === '') return
    create.mutate(
      { body },
      {
        onSuccess: (user) => {
          toast.ok(`${user.name} can sign in`)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title="New user"
      isLocked={create.isPending}
      isDirty={name !== '' || password !== ''}
    >
      <form ref={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" hint="What they sign in with." error={atName}>
          <TextInput
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <Field
          label="Password"
          hint="At least eight characters. They can change it."
          error={atPassword}
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <RoleCards value={role} onValueChange={setRole} />
        <FoldedRequest method="POST" {...request} body={withoutSecret(body, 'password')} />
        {error && !atName && !atPassword && <Note tone="bad">{error.message}</Note>}
        <DialogActions>
          <DialogCancel />
          <Button
            type="submit"
            variant="primary"
            isPending={create.isPending}
            disabledReason={
              name.trim() === '' || password === '' ? 'Type a name and a password first' : undefined
            }
          >
            Add user
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  )
}
