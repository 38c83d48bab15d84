import { type FormEvent, useState } from 'react'
import { listUsers, patchUser, type User } from '../../contract/gateway/users.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Note } from '../../ui/page/note.tsx'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { messageAt } from './field-message.ts'
import { useFocusOnFault } from './use-focus-on-fault.ts'

/** Gives somebody else a new password. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { gateway } = useApi()
  const [password, setPassword] = useState('')
  const patch = useCall(gateway, patchUser, { invalidates: () => [queryKey(gateway, listUsers)] })
  const { error } = patch
  const form = useFocusOnFault(error)
  const atPassword = messageAt(error, 'password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (patch.isPending || password === '') return
    patch.mutate(
      { params: { user_id: user.id }, body: { password } },
      {
        onSuccess: () => {
          toast.ok(`${user.name} has a new password`)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Reset the password of ${user.name}`}
      description="Their sessions end. Tell them the new password yourself; it is shown nowhere."
      isLocked={patch.isPending}
      isDirty={password !== ''}
    >
      <form ref={form} onSubmit={submit}>
        <Field label="New password" hint="At least eight characters." error={atPassword}>
          <TextInput
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {error && !atPassword && (
          <div className="mt-3">
            <Note tone="bad">{error.message}</Note>
          </div>
        )}
        <DialogActions>
          <DialogCancel />
          <Button
            type="submit"
            variant="primary"
            isPending={patch.isPending}
            disabledReason={password === '' ? 'Type a password first' : undefined}
          >
            Reset password
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  )
}
