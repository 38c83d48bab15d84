import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getServerInfo } from '../../contract/agent-server/assistants.ts'
import { type CapabilityName, capabilityNames } from '../../contract/gateway/connections.ts'
import { controlPlaneCapabilities } from '../../contract/gateway/control-plane-capabilities.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { Fact, Facts } from '../../ui/page/facts.tsx'
import { Note } from '../../ui/page/note.tsx'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { healthQuery } from './agent-server-status.tsx'

const ofControlPlane = new Set<CapabilityName>(controlPlaneCapabilities)

/** An agent server without a control plane: how it is, what it is, and what it lacks. */
export function AgentServerCard({ deploymentId }: { deploymentId: string }) {
  const api = useApi()
  const health = useQuery(healthQuery(api, deploymentId))
  const { data: info } = useQuery({
    ...query(api.agent(deploymentId), getServerInfo),
    retry: false,
  })
  const { probe } = api.connection
  const reasons = capabilityNames.flatMap((name) => {
    const found = probe?.capabilities[name]
    // What a control plane does is told once, above.
    return found?.status === 'no' && !ofControlPlane.has(name) ? found.reason : []
  })
  const lacks = [...new Set(reasons)]
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
                {lacks.map((reason) => (
                  <li key={reason}>{reason}</li>
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
