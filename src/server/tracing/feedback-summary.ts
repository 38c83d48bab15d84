import type { FeedbackGroup, feedbackGroupings } from '../../contract/tracing/feedback.ts'
import type { Queryable } from '../db/database.ts'
import { invalidField } from '../http/http-error.ts'
import { conditionOf, type VoteFilter } from './feedback-filter.ts'

type Grouping = (typeof feedbackGroupings)[number]

const mostGroups = 5_000

/** True as 1 and false as 0. As numeric, so that sums of very large scores do not overflow. */
const score = `case jsonb_typeof(f.score)
  when 'number' then (f.score #>> '{}')::numeric
  when 'boolean' then (f.score = 'true')::integer
end`

/**
 * What stands now, counted by `groupBy`, oldest day first. Empty submissions, which took a vote back,
 * are left out. Throws a 422 for a time zone that the database does not know.
 */
export async function summarize(
  db: Queryable,
  filter: VoteFilter,
  { groupBy, timeZone }: { groupBy: readonly Grouping[]; timeZone: string },
): Promise<{ groups: FeedbackGroup[]; is_truncated: boolean }> {
  const { sql, params } = conditionOf(filter, 'current')
  const zone = `$${params.length + 1}::text`
  const expressions: Record<Grouping, string> = {
    deployment_id: 'f.deployment_id',
    revision_id: 'f.revision_id',
    key: 'f.key',
    day: `to_char(f.first_created_at at time zone ${zone}, 'YYYY-MM-DD')`,
  }
  const dimensions = (['day', 'deployment_id', 'revision_id', 'key'] as const).filter((name) =>
    groupBy.includes(name),
  )
  const columns = dimensions.map((name) => `${expressions[name]} as ${name}`)
  const order = dimensions.map((_, index) => index + 1).join(', ')
  const groups = await db
    .query<FeedbackGroup>(
      `select ${[...columns, counts].join(', ')}
       from feedback f, lateral (select ${score} as score) s
       where ${sql} and ${zone} <> ''
         and (f.score is not null or f.value is not null or f.correction is not null
           or f.metadata is not null or coalesce(f.comment, '') <> '')
       group by ${order} order by ${order} limit ${mostGroups + 1}`,
      [...params, timeZone],
    )
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== '22023') throw error
      throw invalidField(['query', 'time_zone'], 'The database does not know this time zone.')
    })
  return { groups: groups.slice(0, mostGroups), is_truncated: groups.length > mostGroups }
}

const counts = `count(*)::integer as count,
  count(distinct f.run_id)::integer as run_count,
  count(s.score)::integer as score_count,
  avg(s.score)::double precision as mean_score,
  min(s.score)::double precision as min_score,
  max(s.score)::double precision as max_score,
  (count(*) filter (where s.score > 0))::integer as positive,
  (count(*) filter (where s.score < 0 or f.score = 'false'))::integer as negative,
  (count(*) filter (where s.score = 0 and f.score <> 'false'))::integer as neutral,
  (count(*) filter (where coalesce(f.comment, '') <> ''))::integer as comment_count,
  count(f.correction)::integer as correction_count`
