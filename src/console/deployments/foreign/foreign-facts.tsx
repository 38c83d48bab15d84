import { useQuery } from '@tanstack/react-query'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { now } from '../../../ui/format/now.ts'
import { ShortId } from '../../../ui/format/short-id.tsx'
import { Fact } from '../../../ui/page/facts.tsx'
import { useApi } from '../../api.tsx'
import { listenerState } from './listener-state.ts'
import { integrationsQuery, listenersQuery } from './queries.ts'

/** The integration and the listener of a deployment, by name where the server lists them, and its namespace. */
export function ForeignFacts({ deployment }: { deployment: Deployment }) {
  const { integration_id, listener_id, listener_config } = deployment.source_config
  const namespace = listener_config?.k8s_namespace
  return (
    <>
      {integration_id && (
        <Fact term="Integration">
          <Integration id={integration_id} />
        </Fact>
      )}
      {listener_id && (
        <Fact term="Listener">
          <ListenerOf id={listener_id} />
        </Fact>
      )}
      {typeof namespace === 'string' && namespace !== '' && (
        <Fact term="Namespace">
          <span className="mono break-all">{namespace}</span>
        </Fact>
      )}
    </>
  )
}

function Integration({ id }: { id: string }) {
  const { data } = useQuery(integrationsQuery(useApi()))
  const known = data?.find((one) => one.id === id)
  return known ? <span title={id}>{known.name}</span> : <ShortId id={id} noun="integration" />
}

function ListenerOf({ id }: { id: string }) {
  const { data } = useQuery(listenersQuery(useApi()))
  const known = data?.resources.find((one) => one.id === id)
  if (!known) return <ShortId id={id} noun="listener" />
  return (
    <span title={id}>
      {known.compute_id}
      <span className="block text-ink-2 text-sm">{listenerState(known, new Date(now()))}</span>
    </span>
  )
}
