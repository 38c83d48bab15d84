import type { Connection } from '../../../../contract/gateway/connections.ts'

/** The deployment of a connection that leads to one agent server, which is listed under the connection's id; else none. */
export function onlyDeployment({ id, kind }: Pick<Connection, 'id' | 'kind'>): string {
  return kind === 'agent_server' ? id : ''
}
