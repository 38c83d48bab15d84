import { call, type Transport } from '../../../client/api.ts'
import { getThreadState } from '../../../contract/agent-server/threads.ts'
import { jsonText } from '../../../ui/format/json-text.ts'
import { now } from '../../../ui/format/now.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { threadTitle } from '../../objects/thread-title.ts'
import type { ListedThread } from '../thread-columns.tsx'

/**
 * Several threads in one file, each as a single one is saved.
 * @returns what reads one of them, and what hands over those that could be read
 */
export function saveMany(agentOf: (thread: ListedThread) => Transport) {
  const read = new Map<string, object>()
  return {
    act: async (thread: ListedThread) => {
      const { thread_id, metadata } = thread
      const state = await call(agentOf(thread), getThreadState, { params: { thread_id } })
      read.set(thread_id, { title: threadTitle(thread), thread_id, metadata, state })
      return undefined
    },
    finish: () => {
      if (read.size === 0) return
      const saved_at = new Date(now()).toISOString()
      const text = jsonText({ saved_at, threads: [...read.values()] })
      saveFile(new Blob([text], { type: 'application/json' }), `threads-${read.size}.json`)
    },
  }
}
