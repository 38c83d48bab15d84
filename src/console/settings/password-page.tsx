import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { changePassword } from '../../contract/gateway/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { useFocusOnFault } from '../../ui/controls/use-focus-on-fault.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useApi, useCall } from '../api.tsx'
import { useFieldRefusal } from '../forms/use-field-refusal.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useSession } from '../shell/use-session.ts'

export const handle = {
  useTitle: () => 'Password',
  to: paths.ownPassword,
} satisfies PageHandle

const untyped = { current: '', next: '', again: '' }

/** Changes the password of whoever is signed in. */
export function Component() {
  const session = useSession()
  const change = useCall(useApi().gateway, changePassword)
  const [typed, setTyped] = useState(untyped)
  const [isDifferent, setIsDifferent] = useState(false)
  const { error, isPending, variables } = change
  const held = { current_password: typed.current, new_password: typed.next }
  const refusal = useFieldRefusal(error, { isPending, held })
  const form = useFocusOnFault(isDifferent || error)
  if (session && !session.required) {
    return (
      <EmptyState title="Nobody has to sign in here">So there is no password to change.</EmptyState>
    )
  }
  if (session?.by_address && !session.user) {
    return (
      <EmptyState title="You have no password here">
        An address that the server gives whoever started it signs you in.
      </EmptyState>
    )
  }
  if (session?.user?.is_from_environment) return <PasswordOfServer name={session.user.name} />
  if (session?.user?.has_password === false) {
    return (
      <EmptyState title="You have no password here">
        {session.provider?.name ?? 'A provider'} signs you in.
      </EmptyState>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setIsDifferent(typed.next !== typed.again)
    if (typed.next !== typed.again) return
    change.mutate(
      { body: { current_password: typed.current, new_password: typed.next } },
      {
        onSuccess: () => {
          setTyped(untyped)
          toast.ok('The password is changed', { description: 'Your other sessions have ended.' })
        },
      },
    )
  }
  const field = (name: keyof typeof untyped, label: string, message: string | undefined) => (
    <Field label={label} error={message}>
      <TextInput
        type="password"
        autoComplete={name === 'current' ? 'current-password' : 'new-password'}
        value={typed[name]}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      />
    </Field>
  )
  const isWrong = error?.status === 403
  const isWrongStill = isWrong && variables?.body?.current_password === typed.current
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Password"
      className="flex max-w-[400px] flex-col gap-[22px]"
    >
      <p className="text-ink-2">
        {session?.user ? `The password of ${session.user.name}. ` : ''}Changing it ends your other
        sessions.
      </p>
      {field('current', 'Current password', isWrongStill ? error.message : undefined)}
      {field('next', 'New password', refusal.at('new_password'))}
      {field('again', 'New password again', isDifferent ? 'This is not the same.' : undefined)}
      {!isWrong && refusal.others && <Note tone="bad">{refusal.others}</Note>}
      <div>
        <Button
          type="submit"
          variant="primary"
          isPending={isPending}
          disabledReason={
            typed.current === '' || typed.next === '' ? 'Type both passwords first' : undefined
          }
        >
          Change password
        </Button>
      </div>
    </form>
  )
}

function PasswordOfServer({ name }: { name: string }) {
  return (
    <EmptyState
      title="This password comes from the server’s settings"
      icon={<KeyRound aria-hidden size={24} strokeWidth={1.5} />}
    >
      The user {name} signs in with what <code className="mono">QUARTERDECK_PASSWORD</code> holds.
      Change it there and start the server again; the old one is then refused.
    </EmptyState>
  )
}
