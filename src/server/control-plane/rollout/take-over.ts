import { listAbandoned } from '../claim-store.ts'
import { isSuperseded, moveRevision, type RevisionRow } from '../revisions/revision-store.ts'
import type { RolloutTools } from './roll-out.ts'

/**
 * Queues the rollouts again that a server left in the middle, or skips them when there is a newer
 * revision; leaves alone what a living server, or `isAtWork`, says is its own.
 */
export async function takeOverAbandoned(
  tools: Pick<RolloutTools, 'database' | 'logs' | 'now'>,
  isAtWork: (revision: RevisionRow) => boolean,
): Promise<void> {
  const { database, logs, now } = tools
  for (const revision of await listAbandoned(database)) {
    if (isAtWork(revision)) continue
    const isOld = await isSuperseded(database, revision.id)
    const reason = 'The server stopped during this rollout, and a newer revision exists.'
    const isMoved = await moveRevision(database, revision.id, {
      to: isOld ? 'SKIPPED' : 'QUEUED',
      at: now(),
      from: [revision.status],
      ...(revision.claimed_by ? { claimedBy: revision.claimed_by } : {}),
      ...(isOld ? { reason } : {}),
    })
    if (!isMoved) continue
    const then = isOld ? 'A newer revision takes its place.' : 'It begins again.'
    const log = logs.of(revision.id, (text) => text)
    log.build(`The server stopped during this rollout. ${then}`, 'WARNING')
  }
}
