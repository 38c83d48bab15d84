import type { AskUpstream } from '../../outgoing/upstream.ts'
import { type KeptConnection, typedLimit } from './connections.ts'
import { probeAsker } from './probe-request.ts'

/** Null where a connection's server answers, whatever it says of the key; otherwise why it does not, in a sentence. */
export async function connectionProblem(
  ask: AskUpstream,
  connection: KeptConnection,
): Promise<string | null> {
  const path = connection.kind === 'agent_server' ? '/ok' : '/v2/deployments?limit=1'
  const url = new URL(connection.base_url + path)
  const answer = await probeAsker(ask, connection)({ url, limit: typedLimit })
  if (typeof answer === 'string') return answer
  return answer.status < 500
    ? null
    : `The server at ${url.origin} answered with status ${answer.status}.`
}
