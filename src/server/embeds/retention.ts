import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { deleteThread } from '../../contract/agent-server/threads.ts'
import { asError } from '../as-error.ts'
import type { Database } from '../db/database.ts'
import { listEmbedRows } from './embed-store.ts'
import type { EmbedUpstream } from './embed-upstream.ts'
import { forgetThread, staleThreads } from './visitors/visitor-store.ts'

const dayMs = 86_400_000

/** Deletes the conversations that are older than their embeds keep them, at the agent server first. */
export async function deleteOldConversations(deps: {
  database: Database
  upstream: EmbedUpstream
  now: () => Date
  report(error: Error): void
}): Promise<void> {
  for (const { embed } of await listEmbedRows(deps.database)) {
    if (embed.retention_days === null) continue
    const before = new Date(deps.now().getTime() - embed.retention_days * dayMs)
    try {
      const stale = await staleThreads(deps.database, embed.id, before)
      if (stale.length === 0) continue
      const agent = await deps.upstream.agent(embed.connection_id, embed.deployment_id, 'operator')
      for (const { thread_id } of stale) {
        await call(agent, deleteThread, { params: { thread_id } }).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error
        })
        await forgetThread(deps.database, thread_id)
      }
    } catch (error) {
      // The next round tries again; other embeds do not wait for it.
      deps.report(asError(error))
    }
  }
}
