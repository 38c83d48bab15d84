import type {
  CapabilityName,
  Connection,
  ConnectionKind,
} from '../../contract/gateway/connections.ts'
import type { Tone } from '../../ui/page/status-pill.tsx'

const kinds: Record<ConnectionKind, string> = {
  local: 'This server’s own stack',
  cloud_us: 'Cloud, US',
  cloud_eu: 'Cloud, EU',
  self_hosted: 'Self-hosted',
  agent_server: 'Agent server alone',
}

/** What a connection leads to, in words; the word of a newer server as it is. */
export function kindText({ kind }: Pick<Connection, 'kind'>): string {
  return Object.hasOwn(kinds, kind) ? kinds[kind as ConnectionKind] : kind
}

/** What each capability means to whoever works with the console. */
export const capabilityWords: Record<CapabilityName, string> = {
  reachable: 'Answers',
  authenticated: 'Takes the key',
  agent_server: 'Agent server',
  deployments: 'Deployments and revisions',
  revision_logs: 'Build and deploy logs',
  oauth_providers: 'OAuth providers',
  bulk_cancel: 'Cancel many runs at once',
  run_search: 'Search runs over all threads',
  schedules: 'Start runs by a schedule',
  rollback: 'Roll a run back',
  resumable_join: 'Join a run again where it broke off',
  feedback_event: 'Feedback addresses in the stream',
  feedback_marker: 'Feedback marked on runs',
  feedback_tokens: 'New feedback addresses',
}

/** A capability’s status in words. */
export function statusLook(status: string): { tone: Tone; words: string } {
  if (status === 'yes') return { tone: 'ok', words: 'Yes' }
  if (status === 'no') return { tone: 'bad', words: 'No' }
  return { tone: 'idle', words: 'Unknown' }
}
