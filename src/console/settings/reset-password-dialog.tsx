import { useState } from 'react'
import { listUsers, patchUser, type User } from '../../contract/gateway/users.ts'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'

/** Gives somebody else a new password. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { gateway } = useApi()
  const [password, setPassword] = useState('')
  const patch = useCall(gateway, patchUser, { invalidates: () => [queryKey(gateway, listUsers)] })
  const { error, isPending } = patch
  const refusal = useFieldRefusal(error, { isPending, held: { password } })
  const submit = () =>
    patch.mutate(
      { params: { user_id: user.id }, body: { password } },
      {
        onSuccess: () => {
          toast.ok(`${user.name} has a new password`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Reset the password of ${user.name}`}
      description="Their sessions end. Tell them the new password yourself; it is shown nowhere."
      onClose={onClose}
      isDirty={password !== ''}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel="Reset password"
      missing={password === '' ? 'Type a password first' : undefined}
      onSubmit={submit}
    >
      <Field label="New password" hint="At least eight characters." error={refusal.at('password')}>
        <TextInput
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
