import {
  aboutDeployment,
  type Condition,
  deploymentIds,
  figure,
  watchedDeployments,
  windowStart,
  windowText,
} from './finding.ts'

const number = `jsonb_typeof(f.score) = 'number' and (f.score #>> '{}')::numeric`
const isUp = `(f.score = 'true' or (${number} > 0))`
const isDown = `(f.score = 'false' or (${number} < 0))`

/** Of the votes of the window that say good or bad, so many per cent say bad. */
export const thumbsDown: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; votes: number; down: number }>(
    `select * from (
       select d.id, d.name, (count(*) filter (where ${isUp} or ${isDown}))::int as votes,
         (count(*) filter (where ${isDown}))::int as down
       from deployments d join feedback f on f.deployment_id = d.id
       where ${watchedDeployments} and f.superseded_at is null and not f.of_session
         and f.first_created_at >= $2 and f.first_created_at <= $3
       group by d.id
     ) found where votes >= $4 and down * 100.0 / votes >= $5::float8`,
    [deploymentIds(rule), windowStart(rule, now), now, rule.least, rule.threshold],
  )
  return rows.map((row) =>
    aboutDeployment(row, {
      title: `${figure((row.down * 100) / row.votes)} % of the votes on ${row.name} are bad`,
      detail: `${row.down} of the ${row.votes} votes of ${windowText(rule)} say bad; the rule allows less than ${rule.threshold} %.`,
    }),
  )
}
