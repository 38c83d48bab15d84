import { ApiError } from '../../client/api-error.ts'
import type { FeedbackAddresses } from './feedback-addresses.ts'
import type { VoteDirection, VotePlan } from './feedback-keys.ts'
import type { VoteBoard } from './vote-board.ts'
import { bodyOf, type VoteDetail } from './vote-body.ts'

/** Sends what is pressed and told: it shows at once, and goes back where it does not get through. */
export function createVoteSending(
  board: VoteBoard,
  addresses: FeedbackAddresses,
  onRecorded: (() => void) | undefined,
) {
  const { saved, plans, patch } = board
  const wanted = new Map<string, VoteDirection>()
  const atWork = new Map<string, Promise<void>>()

  /** The newest submission of a key stands alone: what was said before goes along. */
  async function submit(run_id: string, plan: VotePlan, direction: VoteDirection | null) {
    const detail = board.getSnapshot()[run_id]?.detail ?? {}
    const commentKey = plan.commentKey[direction ?? 'up']
    const votes = direction ? plan[direction] : [{ key: commentKey, submission: {} }]
    const isUnscored = saved.has(run_id) ? saved.get(run_id) === null : board.fresh.has(run_id)
    for (const { key, submission } of votes) {
      // Nothing to take back from a key that was never scored.
      if (submission.score === 0 && isUnscored) continue
      const isMain = key === commentKey
      await addresses.send(run_id, key, { ...submission, ...(isMain && bodyOf(detail)) })
    }
    saved.set(run_id, direction)
    onRecorded?.()
  }

  /** One request in flight a run: what was pressed meanwhile is sent after it, the last press only. */
  async function drain(run_id: string, plan: VotePlan): Promise<void> {
    for (;;) {
      const direction = wanted.get(run_id)
      if (!direction) return
      wanted.delete(run_id)
      try {
        await submit(run_id, plan, direction)
        if (!wanted.has(run_id)) patch(run_id, { status: 'saved', problem: null })
      } catch (error) {
        if (wanted.has(run_id)) continue
        if (isOffline(error)) return board.queue(run_id)
        const back = saved.get(run_id) ?? null
        patch(run_id, {
          direction: back,
          status: back ? 'saved' : 'none',
          problem: `Your vote was not recorded. ${sentence(error)}`,
        })
      }
    }
  }

  return {
    vote(run_id: string, plan: VotePlan, direction: VoteDirection): Promise<void> {
      plans.set(run_id, plan)
      patch(run_id, { direction, status: 'saving', problem: null })
      wanted.set(run_id, direction)
      const running = atWork.get(run_id)
      if (running) return running
      const work = drain(run_id, plan).finally(() => atWork.delete(run_id))
      atWork.set(run_id, work)
      return work
    },
    async tell(run_id: string, plan: VotePlan, detail: VoteDetail): Promise<boolean> {
      plans.set(run_id, plan)
      const directionNow = () => board.getSnapshot()[run_id]?.direction ?? null
      const before = board.getSnapshot()[run_id]?.detail ?? {}
      patch(run_id, { isSavingDetail: true, problem: null, detail })
      try {
        await atWork.get(run_id)
        await submit(run_id, plan, directionNow())
        patch(run_id, { isSavingDetail: false, status: directionNow() ? 'saved' : 'none' })
        board.keepQueue()
        return true
      } catch (error) {
        if (isOffline(error)) {
          board.queue(run_id)
          return true
        }
        const problem = `Your comment was not recorded. ${sentence(error)}`
        patch(run_id, { isSavingDetail: false, problem, detail: before })
        return false
      }
    },
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'network'
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'No reason was given.'
}
