import { parseJson, writeJson } from '../../contract/exact-json.ts'
import type { VoteDirection, VotePlan } from './feedback-keys.ts'
import type { VoteDetail } from './vote-body.ts'

/** A vote that waits for the network. It holds no address: that is asked for again when it is sent. */
interface KeptVote {
  readonly run_id: string
  readonly direction: VoteDirection | null
  readonly detail: VoteDetail
  readonly plan: VotePlan
}

const prefix = 'quarterdeck.votes.'

/** Votes that an earlier page could not send. Storage may be blocked: then there are none. */
export function keptVotes(origin: string): readonly KeptVote[] {
  try {
    const list = parseJson(localStorage.getItem(prefix + origin) ?? '[]')
    return Array.isArray(list) ? list.filter(isKeptVote) : []
  } catch {
    return []
  }
}

/** Keeps what waits of the given runs; what another tab keeps of other runs stays. */
export function keepVotes(
  origin: string,
  runs: readonly string[],
  votes: readonly (Omit<KeptVote, 'plan'> & { plan: VotePlan | undefined })[],
): void {
  const others = keptVotes(origin).filter(({ run_id }) => !runs.includes(run_id))
  const all = [...others, ...votes]
  try {
    if (all.length === 0) localStorage.removeItem(prefix + origin)
    else localStorage.setItem(prefix + origin, writeJson(all))
  } catch {
    // They still wait in this page.
  }
}

function isKeptVote(value: unknown): value is KeptVote {
  const { run_id, plan, detail } = (value ?? {}) as Partial<KeptVote>
  return typeof run_id === 'string' && typeof plan === 'object' && typeof detail === 'object'
}
