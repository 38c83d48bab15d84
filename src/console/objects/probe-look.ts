import type { Connection } from '../../contract/gateway/connections.ts'
import { controlPlaneCapabilities } from '../../contract/gateway/control-plane-capabilities.ts'
import type { Tone } from '../../ui/page/status-pill.tsx'

/** How the last test went, in two or three words. */
export function probeLook(connection: Connection): { tone: Tone; words: string } {
  const capabilities = connection.probe?.capabilities
  if (!capabilities) return { tone: 'idle', words: 'Not tested' }
  if (capabilities.reachable?.status === 'no') return { tone: 'bad', words: 'Does not answer' }
  if (capabilities.authenticated?.status === 'no') {
    return { tone: 'bad', words: connection.has_key ? 'Key refused' : 'Asks for a key' }
  }
  // Whatever answered, it was not what the connection is for.
  if (capabilities.authenticated?.status === 'unknown') {
    return { tone: 'bad', words: 'Unexpected answer' }
  }
  const missing = Object.entries(capabilities).filter(
    ([name, { status }]) => status === 'no' && !notPromised(connection).includes(name),
  ).length
  if (missing === 0) return { tone: 'ok', words: 'Works' }
  return { tone: 'warn', words: missing === 1 ? 'Lacks 1 feature' : `Lacks ${missing} features` }
}

/** What a server does not lack: no other than ours has the first, and only a control plane the others. */
function notPromised({ kind }: Connection): readonly string[] {
  return ['run_search', ...(kind === 'agent_server' ? controlPlaneCapabilities : [])]
}
