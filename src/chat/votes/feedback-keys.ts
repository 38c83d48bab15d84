import type { FeedbackSubmission } from '../../contract/tracing/feedback.ts'

export type VoteDirection = 'up' | 'down'

/** Names the keys of the two directions where their own names do not tell. */
export interface FeedbackKeyMap {
  readonly up: string
  readonly down: string
}

/** What one press sends: to which key, and what. */
export interface Vote {
  readonly key: string
  readonly submission: FeedbackSubmission
}

/** How the keys of a deployment take a vote (§2.7): what up and down send. */
export interface VotePlan {
  readonly up: readonly Vote[]
  readonly down: readonly Vote[]
  /** Where a comment on the direction goes. */
  readonly commentKey: Readonly<Record<VoteDirection, string>>
}

const downName = /(dis-?like|thumbs?[_-]?down|down[_-]?vote|negative|unhelpful|bad)/i
const upName = /(like|thumbs?[_-]?up|up[_-]?vote|positive|helpful|good)/i

/**
 * Plans votes for the keys that a run was asked to take. One key carries both directions as 1 and -1;
 * of two, one is for each, told by configuration or by their names: a vote scores its own key 1 and
 * takes back the other with 0. Null when there is no key, or none of the names says which is which.
 */
export function votePlan(keys: readonly string[], map?: FeedbackKeyMap): VotePlan | null {
  const down = map?.down ?? keys.find((key) => downName.test(key))
  const up = map?.up ?? keys.find((key) => key !== down && upName.test(key))
  if (up && down && up !== down && keys.includes(up) && keys.includes(down)) {
    return {
      up: [scored(up, 1), scored(down, 0)],
      down: [scored(down, 1), scored(up, 0)],
      commentKey: { up, down },
    }
  }
  const [only] = keys
  if (only === undefined || keys.length > 1) return null
  return {
    up: [scored(only, 1)],
    down: [scored(only, -1)],
    commentKey: { up: only, down: only },
  }
}

function scored(key: string, score: number): Vote {
  return { key, submission: { score } }
}

interface StoredVote {
  key: string
  score?: number | boolean | null
}

/** The direction that stored votes add up to; the newest of each key counts, so they come newest first. */
export function storedDirection(
  plan: VotePlan,
  votes: readonly StoredVote[],
): VoteDirection | null {
  const newest = new Map<string, number>()
  for (const vote of votes) {
    if (vote.score === null || vote.score === undefined || newest.has(vote.key)) continue
    newest.set(vote.key, Number(vote.score))
  }
  const { up, down } = plan.commentKey
  const upScore = newest.get(up) ?? 0
  if (up === down) return upScore > 0 ? 'up' : upScore < 0 ? 'down' : null
  const downScore = newest.get(down) ?? 0
  if (upScore > 0 && downScore <= 0) return 'up'
  return downScore > 0 && upScore <= 0 ? 'down' : null
}
