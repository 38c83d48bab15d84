import type { Thread } from '../../contract/agent-server/threads.ts'
import { sessionMark } from '../../contract/qa/session-mark.ts'

/** Where a thread is from, where its metadata tells: a preview, a QA session, a visitor of an embedded chat, a schedule. */
export function threadOrigin({ metadata }: Pick<Thread, 'metadata'>): string | null {
  if (typeof metadata?.preview_of === 'string') return 'preview'
  if (sessionMark(metadata)) return 'QA session'
  if (typeof metadata?.embed_id === 'string') return 'embedded chat'
  return typeof metadata?.cron_id === 'string' ? 'schedule' : null
}
