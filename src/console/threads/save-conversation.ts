import { conversationMarkdown } from '../../chat/conversation/conversation-text.ts'
import { call, type Transport } from '../../client/api.ts'
import { getThreadState, type Thread } from '../../contract/agent-server/threads.ts'
import { jsonText } from '../../ui/format/json-text.ts'
import { now } from '../../ui/format/now.ts'
import { saveFile } from '../../ui/save-file.ts'
import { threadTitle } from '../objects/thread-title.ts'

export type ConversationFormat = 'markdown' | 'json'

/** Reads a thread as it is now and hands it to the browser's downloads. Rejects with an ApiError. */
export async function saveConversation(
  agent: Transport,
  thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary'>,
  format: ConversationFormat,
): Promise<void> {
  const { thread_id, metadata } = thread
  const state = await call(agent, getThreadState, { params: { thread_id } })
  const title = threadTitle(thread)
  const saved_at = new Date(now()).toISOString()
  const [text, type, ending] =
    format === 'markdown'
      ? [conversationMarkdown({ title, thread_id, saved_at, state }), 'text/markdown', 'md']
      : [jsonText({ title, thread_id, saved_at, metadata, state }), 'application/json', 'json']
  saveFile(new Blob([text], { type }), `${fileName(title)}-${thread_id.slice(0, 8)}.${ending}`)
}

/** What every system takes as a name. */
function fileName(title: string): string {
  const words = title.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '-')
  return words.slice(0, 60).replace(/^-+|-+$/g, '') || 'thread'
}
