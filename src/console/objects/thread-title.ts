import type { Thread } from '../../contract/agent-server/threads.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { plainLine } from './plain-line.ts'

/** What a thread is called: its title, else how it began, else its id. */
export function threadTitle(thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary'>): string {
  const title = thread.metadata?.title
  if (typeof title === 'string' && title.trim() !== '') return title.trim()
  const first = plainLine(thread.summary?.first_message ?? '')
  return first === '' ? `Thread ${shortId(thread.thread_id)}` : first
}
