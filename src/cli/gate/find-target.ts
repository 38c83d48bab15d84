import { call, type Transport } from '../../client/api.ts'
import { searchAssistants } from '../../contract/agent-server/assistants.ts'
import { type Deployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import { listRevisions } from '../../contract/control-plane/revisions.ts'
import {
  type Connection,
  listConnections,
  localConnectionId,
} from '../../contract/gateway/connections.ts'
import type { Target } from '../../contract/qa/sessions.ts'
import { GateError } from './gate-error.ts'

/**
 * A target by its name, `deployment` or `deployment@revision` (the beginning of its id or commit). A deployment may be named
 * by its id; the one of a connection that leads to an agent server has that connection's name, which is enough to find it.
 * A connection is named by its id or its name. Rejects with a GateError.
 */
export async function findTarget(
  gateway: Transport,
  asked: { connection?: string | undefined; name: string; assistant?: string | undefined },
): Promise<Target> {
  const [name = '', revision] = asked.name.split('@')
  const { connection, deployment } = await findPlace(gateway, asked.connection, name)
  const plane = planeOf(gateway, connection)
  const root = connectionRoot(gateway, connection)
  const agent = { ...gateway, baseUrl: `${root}/agents/${deployment.id}` }
  return {
    connection_id: connection,
    deployment_id: deployment.id,
    revision_id: revision === undefined ? null : await findRevision(plane, deployment, revision),
    assistant_id: asked.assistant ?? (await onlyAssistant(agent, name)),
  }
}

/** On the connection that is asked for. Where none is, on the local stack, else the agent server whose connection has the name. */
async function findPlace(
  gateway: Transport,
  asked: string | undefined,
  name: string,
): Promise<{ connection: string; deployment: Deployment }> {
  const all = await call(gateway, listConnections)
  const agentServer = ({ name: own, kind }: Connection) => own === name && kind === 'agent_server'
  const places =
    asked === undefined
      ? [localConnectionId, ...all.filter(agentServer).map(({ id }) => id)]
      : [(all.find(({ id }) => id === asked) ?? all.find((one) => one.name === asked))?.id]
  for (const connection of places) {
    if (connection === undefined) throw new GateError(`There is no connection “${asked}”.`)
    const deployment = await findDeployment(planeOf(gateway, connection), name)
    if (deployment) return { connection, deployment }
  }
  throw new GateError(`There is no deployment “${name}”.`)
}

const connectionRoot = (gateway: Transport, id: string) =>
  `${gateway.baseUrl}/gateway/connections/${encodeURIComponent(id)}`

const planeOf = (gateway: Transport, id: string): Transport => ({
  ...gateway,
  baseUrl: `${connectionRoot(gateway, id)}/control-plane`,
})

async function findDeployment(plane: Transport, name: string): Promise<Deployment | undefined> {
  const list = async (query: { name_contains: string } | { deployment_ids: string }) =>
    (await call(plane, listDeployments, { query: { ...query, limit: 100 } })).resources
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)
  return (
    (await list({ name_contains: name })).find((one) => one.name === name) ??
    (isId ? (await list({ deployment_ids: name }))[0] : undefined)
  )
}

async function findRevision(plane: Transport, { id, name }: Deployment, begin: string) {
  const params = { deployment_id: id }
  const { resources } = await call(plane, listRevisions, { params, query: { limit: 100 } })
  const found = resources.find(({ id: own, source_revision_config: { repo_commit_sha } }) =>
    [own, repo_commit_sha ?? ''].some((text) => text.startsWith(begin)),
  )
  if (found) return found.id
  throw new GateError(`“${name}” has no revision that begins with ${begin}.`)
}

async function onlyAssistant(agent: Transport, name: string): Promise<string> {
  const found = await call(agent, searchAssistants, { body: { limit: 100 } })
  const [first] = found
  if (first && found.length === 1) return first.assistant_id
  const names = found.map(({ graph_id }) => graph_id).join(', ')
  throw new GateError(`“${name}” has several assistants: ${names}. Name one with --assistant.`)
}
