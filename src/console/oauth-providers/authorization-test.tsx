import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import {
  type AuthAuthenticateResponse,
  authenticate,
  listOAuthConnections,
  waitForAuthentication,
} from '../../contract/control-plane/oauth-connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Note } from '../../ui/page/note.tsx'
import { query, queryKey, useApi, useCall } from '../api.tsx'

/** The server holds the request this long; then it is asked again. */
const waitSeconds = 20
const pauseMs = 300

/**
 * Goes through the authorization of a provider as an agent's user would. The token stays on the server:
 * it is not even asked for.
 */
export function AuthorizationTest({ providerId }: { providerId: string }) {
  const api = useApi()
  const [userId, setUserId] = useState('console-test')
  const [scopes, setScopes] = useState('')
  const begin = useCall(api.controlPlane, authenticate, {
    invalidates: () => [queryKey(api.controlPlane, listOAuthConnections)],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (userId.trim() === '' || begin.isPending) return
    begin.mutate({
      query: { include_token: false },
      body: {
        provider: providerId,
        user_id: userId.trim(),
        scopes: scopes.split(/[\s,]+/).filter(Boolean),
      },
    })
  }
  const fault = (name: string) =>
    begin.error?.fieldErrors.find(({ loc }) => loc.includes(name))?.msg
  const isElsewhere = begin.error && !fault('user_id') && !fault('scopes')
  return (
    <Card>
      <CardHeader title="Test the authorization" />
      <CardBody>
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field label="User" hint="Whoever the access is for." error={fault('user_id')}>
            <TextInput
              isMono
              value={userId}
              onChange={(event) => setUserId(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <Field label="Scopes" hint="Separated by spaces. May be empty." error={fault('scopes')}>
            <TextInput
              isMono
              value={scopes}
              onChange={(event) => setScopes(event.target.value)}
              placeholder="openid email"
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
          <div>
            <Button
              acts
              type="submit"
              isPending={begin.isPending}
              disabledReason={userId.trim() === '' ? 'Name a user first' : undefined}
            >
              {begin.data ? 'Test again' : 'Start the test'}
            </Button>
          </div>
          {isElsewhere && (
            <Note tone="bad" title="The test could not begin">
              {begin.error?.message}
            </Note>
          )}
          {begin.data && <Outcome key={begin.submittedAt} began={begin.data} />}
        </form>
      </CardBody>
    </Card>
  )
}

function Outcome({ began }: { began: AuthAuthenticateResponse }) {
  if (began.status === 'completed') {
    return (
      <Note tone="info" title="Access is there">
        The server holds a good token for this user. Forget it below to go through the whole
        authorization.
      </Note>
    )
  }
  if (!began.url || !began.auth_id) {
    return (
      <Note tone="bad" title={`The server answered “${began.status}”`}>
        It gave no address to send the person to.
      </Note>
    )
  }
  return <Authorization url={began.url} authId={began.auth_id} />
}

/** Watches until the person has been at the provider and come back. */
function Authorization({ url, authId }: { url: string; authId: string }) {
  const api = useApi()
  const client = useQueryClient()
  const statusId = useId()
  const { data, error } = useQuery({
    ...query(api.controlPlane, waitForAuthentication, {
      params: { auth_id: authId },
      query: { timeout: waitSeconds, include_token: false },
    }),
    retry: false,
    // The person is at the provider, in another tab.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (!state.error && isOpen(state.data?.status) ? pauseMs : false),
  })
  const isGiven = data?.status === 'completed'
  useEffect(() => {
    if (!isGiven) return
    void client.invalidateQueries({ queryKey: queryKey(api.controlPlane, listOAuthConnections) })
  }, [isGiven, client, api])
  if (error) {
    const reason = error instanceof ApiError ? (error.serverText ?? error.message) : error.message
    return (
      <Note tone="bad" title="The authorization failed">
        {reason}
      </Note>
    )
  }
  if (data && !isOpen(data.status)) {
    return isGiven ? (
      <Note tone="info" title="The authorization works">
        <span role="status">
          The provider sent the person back, and the server exchanged the code for a token.
        </span>
      </Note>
    ) : (
      <Note tone="bad" title={`It ended with “${data.status}”`}>
        The authorization was not finished in time, or is not known to the server. Start it again.
      </Note>
    )
  }
  return (
    <Note
      tone="plain"
      title="Open the provider’s page and agree"
      action={
        <Button
          size="sm"
          variant="primary"
          render={<a href={safeUrl(url)} target="_blank" rel="noopener noreferrer" />}
          aria-describedby={statusId}
        >
          Open
          <ExternalLink aria-hidden size={13} strokeWidth={1.8} />
        </Button>
      }
    >
      <span id={statusId} role="status" className="text-ink-2">
        Waiting for the person to come back…
      </span>
    </Note>
  )
}

function isOpen(status: string | undefined): boolean {
  return status === undefined || status === 'pending' || status === 'timeout'
}

/** Only a web address is worth following, whoever it comes from. */
function safeUrl(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined
}
