/** SQL for what `figureSums` are made of, of each run. */
export const figureParts = `status, extract(epoch from ended_at - started_at)::float8 as seconds,
         extract(epoch from first_token_at - started_at)::float8 as first_token`

/** SQL for the figures of a group of runs (`RunFigures`), made of `figureParts`. */
export const figureSums = `count(*)::int as runs,
       (count(*) filter (where status not in ('pending', 'running')))::int as ended,
       (count(*) filter (where status in ('error', 'timeout')))::int as failed,
       (percentile_cont(0.5) within group (order by seconds))::float8 as p50_seconds,
       (percentile_cont(0.95) within group (order by seconds))::float8 as p95_seconds,
       (percentile_cont(0.5) within group (order by first_token))::float8 as first_token_seconds`
