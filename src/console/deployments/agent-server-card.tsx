import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import { getServerHealth, getServerInfo } from '../../contract/agent-server/assistants.ts'
import { capabilityNames } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { Note } from '../../ui/page/note.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { type Api, query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'

/** While the page is open a server that went away, or came back, is noticed. */
const askAgainMs = 15_000

const healthQuery = (api: Api, deploymentId: string) => ({
  ...query(api.agent(deploymentId), getServerHealth),
  refetchInterval: askAgainMs,
  retry: false,
})

/** Whether an agent server that stands for itself answers, in a word. */
export function AgentServerStatus({ deploymentId }: { deploymentId: string }) {
  const { data, error } = useQuery(healthQuery(useApi(), deploymentId))
  if (error) return <StatusPill tone="bad">{wordOf(error)}</StatusPill>
  return data ? (
    <StatusPill tone="ok">Answers</StatusPill>
  ) : (
    <StatusPill tone="idle">Asking…</StatusPill>
  )
}

/** An agent server without a control plane: how it is, what it is, and what it lacks. */
export function AgentServerCard({ deploymentId }: { deploymentId: string }) {
  const api = useApi()
  const health = useQuery(healthQuery(api, deploymentId))
  const { data: info } = useQuery({
    ...query(api.agent(deploymentId), getServerInfo),
    retry: false,
  })
  const { probe } = api.connection
  const lacks = capabilityNames.flatMap((name) => {
    const found = probe?.capabilities[name]
    return found?.status === 'no' ? [{ name, reason: found.reason }] : []
  })
  return (
    <Card>
      <CardHeader
        title="Agent server"
        actions={
          <Link
            to={paths.connection(api.connection.id)}
            className="rounded-sm text-ink-2 text-sm hover:text-ink"
          >
            Connection
          </Link>
        }
      />
      <CardBody>
        {health.error && (
          <Note
            tone="bad"
            title="The server does not answer as it should"
            action={
              <Button size="sm" isPending={health.isFetching} onClick={() => void health.refetch()}>
                Try again
              </Button>
            }
          >
            {health.error.message}
          </Note>
        )}
        <Facts>
          <Fact term="Version">{info?.version ?? '—'}</Fact>
          <Fact term="Revisions">none: there is no control plane to deploy with</Fact>
          <Fact term="Votes">
            {api.connection.keeps_votes ? 'kept by this console' : 'kept by the server'}
          </Fact>
          <Fact term="Lacks">
            {!probe ? (
              <>
                not known:{' '}
                <Link
                  to={paths.connection(api.connection.id)}
                  className="rounded-sm underline decoration-line-strong underline-offset-2"
                >
                  test the connection
                </Link>
              </>
            ) : lacks.length === 0 ? (
              'nothing that was asked for'
            ) : (
              <ul className="grid gap-1">
                {lacks.map(({ name, reason }) => (
                  <li key={name}>{reason}</li>
                ))}
              </ul>
            )}
          </Fact>
          {probe && (
            <Fact term="Tested">
              <RelativeTime value={probe.checked_at} />
            </Fact>
          )}
        </Facts>
      </CardBody>
    </Card>
  )
}

function wordOf(error: Error): string {
  return error instanceof ApiError && [401, 403].includes(error.status)
    ? 'Key refused'
    : 'Not answering'
}
