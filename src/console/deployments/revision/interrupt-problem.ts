import { type Connection, searchesRuns } from '../../../contract/gateway/connections.ts'

/** Why no rollout can be interrupted on a connection, in words: the published interface knows no such thing. */
export function interruptProblem(connection: Connection): string | undefined {
  return searchesRuns(connection) ? undefined : 'This server cannot interrupt a rollout'
}
