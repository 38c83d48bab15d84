import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { deleteThread } from '../../../contract/agent-server/threads.ts'
import { deleteFeedback, listFeedback } from '../../../contract/tracing/feedback.ts'
import type { Database } from '../../db/database.ts'
import { runsOfVisitor } from './message-store.ts'
import { allThreadIds, deleteVisitor, type VisitorRow } from './visitor-store.ts'

const atOnce = 50

/**
 * Deletes what there is of a visitor: conversations with their files and runs, votes with their comments, and at the
 * end whatever this server knew of them. What could not be deleted stays known, so that it can be asked again.
 */
export async function forgetVisitor(
  database: Database,
  servers: { agent: Transport; tracing: Transport },
  visitor: VisitorRow,
): Promise<void> {
  // The votes first: of a run that is gone no server lists them.
  const runs = await runsOfVisitor(database, visitor.id, null)
  for (let from = 0; from < runs.length; from += atOnce) {
    await deleteVotes(servers.tracing, runs.slice(from, from + atOnce), visitor)
  }
  for (const thread_id of await allThreadIds(database, visitor.id)) {
    await unlessGone(call(servers.agent, deleteThread, { params: { thread_id } }))
  }
  await database.transaction((tx) => deleteVisitor(tx, visitor.id))
}

/** Of the votes about these runs the visitor's own: testers and operators may have voted as well. */
async function deleteVotes(tracing: Transport, run: string[], visitor: VisitorRow): Promise<void> {
  const limit = 100
  const own: string[] = []
  for (let offset = 0; ; offset += limit) {
    const votes = await call(tracing, listFeedback, { query: { run, limit, offset } })
    const isOwn = (metadata: unknown) =>
      (metadata as { visitor_id?: unknown } | null)?.visitor_id === visitor.id
    own.push(...votes.flatMap(({ id, metadata }) => (isOwn(metadata) ? [id] : [])))
    if (votes.length < limit) break
  }
  for (const feedback_id of own) {
    await unlessGone(call(tracing, deleteFeedback, { params: { feedback_id } }))
  }
}

async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  await deletion.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}
