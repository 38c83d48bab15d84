import { call } from '../../client/api.ts'
import type { Transport } from '../../client/request.ts'
import { type Feedback, listFeedback } from '../../contract/tracing/feedback.ts'
import { storedDirection, type VoteDirection, type VotePlan } from './feedback-keys.ts'
import type { VoteDetail } from './vote-body.ts'
import { correctionText } from './vote-body.ts'

interface StoredVote {
  readonly direction: VoteDirection | null
  readonly detail: VoteDetail
}

/** What the server has of the votes on the runs, by run; null where it could not be asked. */
export async function readVotes(
  transport: Transport,
  runs: readonly string[],
  plan: VotePlan,
): Promise<ReadonlyMap<string, StoredVote> | null> {
  const query = { run: [...runs], limit: 100 }
  const votes = await call(transport, listFeedback, { query }).catch(() => null)
  if (!votes) return null
  const time = (vote: Feedback) => Date.parse(vote.modified_at ?? vote.created_at)
  const newestFirst = [...votes].sort((a, b) => time(b) - time(a))
  return new Map(runs.map((run_id) => [run_id, storedVote(run_id, newestFirst, plan)]))
}

function storedVote(run_id: string, newestFirst: readonly Feedback[], plan: VotePlan): StoredVote {
  const own = newestFirst.filter((vote) => vote.run_id === run_id)
  const comment = own.find((vote) => vote.comment)?.comment
  const correction = correctionText(own.find((vote) => vote.correction)?.correction)
  return {
    direction: storedDirection(plan, own),
    detail: { ...(comment && { comment }), ...(correction && { correction }) },
  }
}
