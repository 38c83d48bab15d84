import { useEffect, useState } from 'react'
import { useHref, useLocation, useSearchParams } from 'react-router-dom'
import {
  type SignInFault,
  signInFaultParameter,
} from '../../../contract/gateway/provider-sign-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Note } from '../../../ui/page/note.tsx'

/** Why the provider signed nobody in, and what helps. */
const faultWords: Record<SignInFault, (name: string) => string> = {
  refused: (name) => `${name} did not let you in, or you stopped there.`,
  no_role: (name) =>
    `${name} knows you, but you have no role here. Ask an administrator to put you into a group that has one.`,
  disabled: () => 'Your user is disabled here. Ask an administrator to enable it.',
  away: (name) => `${name} does not answer at the moment. Try again in a minute.`,
  state: () =>
    'This sign-in was not begun in this browser, or more than ten minutes ago. Begin it again.',
  clock: (name) =>
    `The clocks of ${name} and of this server differ. An administrator has to set them right.`,
  client: (name) =>
    `${name} does not accept this server. An administrator has to correct its client id or secret.`,
  answer: (name) =>
    `What ${name} answered is not right, so nobody was signed in. The log of this server says why.`,
  too_many: () => 'Too many tries failed. Try again in a minute.',
  failed: () => 'This server failed; its log says why. Try again.',
}

type ProviderSignInProps = {
  provider: { name: string; sign_in_url: string }
  /** Nobody signs in with a password. */
  isOnlyWay: boolean
}

/** The way in by a provider of OpenID Connect, and what became of the last try. */
export function ProviderSignIn({ provider, isOnlyWay }: ProviderSignInProps) {
  const [params, setParams] = useSearchParams()
  const told = params.get(signInFaultParameter)
  const [fault, setFault] = useState(told)
  // Once: neither the page that follows nor the next try has to do with it.
  if (told !== null && told !== fault) setFault(told)
  useEffect(() => {
    if (told === null) return
    const others = new URLSearchParams(params)
    others.delete(signInFaultParameter)
    setParams(others, { replace: true })
  }, [told, params, setParams])
  const place = useLocation()
  const wayBack = useHref(place.pathname + place.search + place.hash)
  const query = new URLSearchParams({ return_to: wayBack })
  return (
    <>
      {fault && Object.hasOwn(faultWords, fault) && (
        <Note tone="bad">{faultWords[fault as SignInFault](provider.name)}</Note>
      )}
      <Button
        variant={isOnlyWay ? 'primary' : 'default'}
        className="min-w-0"
        render={<a href={`${provider.sign_in_url}?${query}`} />}
      >
        <span className="truncate">Sign in with {provider.name}</span>
      </Button>
      {!isOnlyWay && (
        <div className="flex items-center gap-3 text-ink-3 text-sm">
          <hr className="grow border-line" />
          or with a password
          <hr className="grow border-line" />
        </div>
      )}
    </>
  )
}
