import type { Role } from '../../contract/gateway/roles.ts'
import { createUser, listUsers } from '../../contract/gateway/users.ts'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FoldedRequest } from '../forms/request-preview.tsx'
import { withoutSecret } from '../forms/request-text.ts'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { useTyped } from '../forms/use-typed.ts'
import { useGatewayRead } from '../objects/object-menu.tsx'
import { RoleCards } from './role-cards.tsx'

/** Somebody new who may sign in. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const { gateway } = useApi()
  const { typed, set, text } = useTyped({ name: '', password: '', role: 'viewer' as Role })
  const create = useCall(gateway, createUser, {
    invalidates: () => [queryKey(gateway, listUsers)],
  })
  const { error, isPending } = create
  const refusal = useFieldRefusal(error, { isPending, held: typed, conflictAt: 'name' })
  const isMissing = typed.name.trim() === '' || typed.password === ''
  const submit = () =>
    create.mutate(
      { body: typed },
      {
        onSuccess: (user) => {
          toast.ok(`${user.name} can sign in`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="New user"
      onClose={onClose}
      isDirty={typed.name !== '' || typed.password !== ''}
      isPending={isPending}
      error={error}
      refusal={refusal}
      submitLabel="Add user"
      missing={isMissing ? 'Type a name and a password first' : undefined}
      onSubmit={submit}
    >
      <Field label="Name" hint="What they sign in with." error={refusal.at('name')}>
        <TextInput {...text('name')} autoComplete="off" autoCapitalize="off" spellCheck={false} />
      </Field>
      <Field
        label="Password"
        hint="At least eight characters. They can change it."
        error={refusal.at('password')}
      >
        <TextInput type="password" autoComplete="new-password" {...text('password')} />
      </Field>
      <RoleCards value={typed.role} onValueChange={(role) => set({ role })} />
      <FoldedRequest
        method="POST"
        {...useGatewayRead()(createUser.path)}
        body={withoutSecret(typed, 'password')}
      />
    </FormDialog>
  )
}
