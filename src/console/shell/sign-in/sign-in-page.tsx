import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { createSession, type getSession } from '../../../contract/gateway/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useCall } from '../../api.tsx'
import { useGateway } from '../gateway-context.ts'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { SignInByAddress } from './sign-in-by-address.tsx'

/** In place of the console, where the server asks who its operators are. */
export function SignInPage({ session }: { session: EndpointOutput<typeof getSession> }) {
  const { gateway } = useGateway()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const passwordInput = useRef<HTMLInputElement>(null)
  const signIn = useCall(gateway, createSession)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || signIn.isPending) return
    // Without a name it is the user that the server's own password makes.
    const who = name.trim() === '' ? {} : { name }
    signIn.mutate(
      { body: { ...who, password } },
      {
        onSuccess: () => void queryClient.resetQueries(),
        onError: () => passwordInput.current?.focus(),
      },
    )
  }
  const hasPasswords = session.has_passwords ?? true
  return (
    <main className="grid min-h-dvh place-items-center bg-surface p-4">
      <div className="flex w-full max-w-[320px] flex-col gap-4">
        <div className="flex items-center gap-2.5">
          <span
            aria-hidden
            className="grid size-[26px] place-items-center rounded-control bg-accent font-bold text-accent-ink"
          >
            Q
          </span>
          <h1 className="font-title text-xl tracking-[-0.015em]">Quarterdeck</h1>
        </div>
        {session.by_address && <SignInByAddress />}
        {session.provider && (
          <ProviderSignIn provider={session.provider} isOnlyWay={!hasPasswords} />
        )}
        {hasPasswords && (
          <form onSubmit={submit} className="flex flex-col gap-4">
            <Field label="Name">
              <TextInput
                name="username"
                autoComplete="username"
                placeholder="admin"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field
              label="Password"
              error={signIn.error && <span role="alert">{signIn.error.message}</span>}
            >
              <TextInput
                autoFocus={!session.provider}
                ref={passwordInput}
                type="password"
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              isPending={signIn.isPending}
              disabledReason={password === '' ? 'Type the password first' : undefined}
            >
              Sign in
            </Button>
          </form>
        )}
      </div>
    </main>
  )
}
