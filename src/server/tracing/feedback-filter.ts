import type { FeedbackFilter } from '../../contract/tracing/feedback.ts'

/** The filter of a request, and whose votes they are: a connection's that are kept here, or (null) our own. */
export interface VoteFilter extends FeedbackFilter {
  connection: string | null
}

/**
 * What of the history is meant: `current` for what stands now, `all`, or what stood at a moment.
 */
export type VoteHistory = 'current' | 'all' | Date

const sign = `case
  when f.score = 'true' then 'positive'
  when f.score = 'false' then 'negative'
  when jsonb_typeof(f.score) = 'number' then
    case sign((f.score #>> '{}')::numeric) when 1 then 'positive' when -1 then 'negative' else 'neutral' end
end`

/**
 * SQL that answers the ids of the runs with such a vote, as it stands now. Votes that are kept here
 * for other servers are on no run of ours.
 */
export function votedRuns(vote: 'up' | 'down' | 'any'): string {
  const isSo = { up: `${sign} = 'positive'`, down: `${sign} = 'negative'`, any: 'true' }[vote]
  return `select f.run_id from feedback f where f.superseded_at is null and f.connection_id is null
    and (f.score is not null or f.value is not null or f.comment is not null or f.correction is not null)
    and ${isSo}`
}

/** The condition of a filter on `feedback f`, with its parameters: $1 to $`params.length`. */
export function conditionOf(
  filter: VoteFilter,
  history: VoteHistory,
): { sql: string; params: unknown[] } {
  const isStanding =
    history === 'current' ? 'infinity' : history === 'all' ? '-infinity' : history.toISOString()
  // Whoever names a run asks for its votes.
  const isNamed = filter.session !== undefined || filter.run !== undefined
  return {
    sql: `($1::uuid[] is null or f.run_id = any ($1))
      and ($2::text[] is null or f.key = any ($2))
      and ($3::text[] is null or f.source = any ($3))
      and ($4::uuid[] is null or f.deployment_id = any ($4) or ($14::boolean and f.deployment_id in (
        select p.preview_id from previews p where p.deployment_id = any ($4))))
      and ($14::boolean or $15::boolean or f.deployment_id is null
        or f.deployment_id not in (select p.preview_id from previews p))
      and ($14::boolean or $1::uuid[] is not null or not f.of_session)
      and ($5::uuid[] is null or f.revision_id = any ($5))
      and not $6::boolean
      and ($7::boolean is null or (f.score is not null) = $7)
      and ($8::boolean is null or (coalesce(f.comment, '') <> '') = $8)
      and ($9::timestamptz is null or f.first_created_at >= $9)
      and ($10::timestamptz is null or f.first_created_at <= $10)
      and (f.superseded_at is null or f.superseded_at > $11::timestamptz)
      and ($12::text[] is null or ${sign} = any ($12))
      and f.connection_id is not distinct from $13::uuid`,
    params: [
      filter.run ?? null,
      filter.key ?? null,
      filter.source ?? null,
      filter.session ?? null,
      filter.revision ?? null,
      // Whoever holds an address may vote: no vote has a user, and each is on a run.
      filter.user !== undefined || filter.level === 'session',
      filter.has_score ?? null,
      filter.has_comment ?? null,
      filter.min_created_at?.toISOString() ?? null,
      filter.max_created_at?.toISOString() ?? null,
      isStanding,
      filter.sign ?? null,
      filter.connection,
      filter.with_previews ?? false,
      isNamed,
    ],
  }
}
