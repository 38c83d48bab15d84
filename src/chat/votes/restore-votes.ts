import type { Transport } from '../../client/request.ts'
import type { VotePlan } from './feedback-keys.ts'
import { readVotes } from './read-votes.ts'
import type { VoteBoard } from './vote-board.ts'

interface VotesOfRuns {
  readonly runs: readonly string[]
  readonly plan: VotePlan
}

/** Runs whose stored votes are asked for with one request. */
const restoreLimit = 30

/** Shows the votes that the server already has; a vote that is pressed meanwhile stands. */
export function createVoteReading({ saved, patch, getSnapshot }: VoteBoard, transport: Transport) {
  /** What was asked for last, and what of it could not be read. */
  let shown: VotesOfRuns | null = null
  let unread: VotesOfRuns | null = null

  async function read(runs: readonly string[], plan: VotePlan): Promise<void> {
    const asked = runs.slice(-restoreLimit)
    if (asked.length === 0) return
    const before = getSnapshot()
    // Until they are known the buttons stand there unpressed; that is no claim that nobody voted.
    const votes = await readVotes(transport, asked, plan)
    if (!votes) {
      unread = { runs: asked, plan }
      return
    }
    for (const [run_id, { direction, detail }] of votes) {
      const vote = getSnapshot()[run_id]
      if (vote !== before[run_id]) continue
      saved.set(run_id, direction)
      const isNews = direction !== null || Object.keys(detail).length > 0
      if (!isNews && !vote) continue
      patch(run_id, { direction, status: direction ? 'saved' : 'none', detail })
    }
  }

  /** Nothing of it is on its way or waits. */
  function isSettled(run_id: string): boolean {
    const vote = getSnapshot()[run_id]
    return !vote || (['none', 'saved'].includes(vote.status) && !vote.isSavingDetail)
  }

  return {
    async restore(runs: readonly string[], plan: VotePlan): Promise<void> {
      shown = { runs, plan }
      unread = null
      const unknown = runs.filter((run_id) => !getSnapshot()[run_id] && !saved.has(run_id))
      await read(unknown, plan)
    },
    async readAgain(): Promise<void> {
      if (shown) await read(shown.runs.filter(isSettled), shown.plan)
    },
    /** Reads what could not be read. */
    async readUnread(): Promise<void> {
      const late = unread
      unread = null
      if (late) await read(late.runs, late.plan)
    },
  }
}
