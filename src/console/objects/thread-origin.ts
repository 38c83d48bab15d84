import type { Thread } from '../../contract/agent-server/threads.ts'

/** Who began a thread, where its metadata tells: a visitor of an embedded chat, a schedule. */
export function threadOrigin({ metadata }: Pick<Thread, 'metadata'>): string | null {
  if (typeof metadata?.embed_id === 'string') return 'embedded chat'
  return typeof metadata?.cron_id === 'string' ? 'schedule' : null
}
