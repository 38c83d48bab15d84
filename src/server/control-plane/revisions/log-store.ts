import type { LogLevel, LogRuns, LogStream } from '../../../contract/control-plane/revisions.ts'
import type { Queryable } from '../../db/database.ts'

export interface LogLine {
  type: 'build' | 'deploy'
  level: LogLevel
  message: string
  /** Who wrote it; the published type knows no agent. */
  stream: LogStream
  run_id: string | null
  /** It stands where so many lines were not kept. */
  dropped: number | null
  at: Date
}

export interface LogRow {
  id: string
  timestamp: Date
  level: string
  message: string
  run_id: string | null
  stream: LogStream
  dropped: number | null
}

export interface LogQuery {
  type: 'build' | 'deploy'
  order: 'asc' | 'desc'
  limit: number
  /** The id of the last line that was seen. */
  after?: string | undefined
  query?: string | undefined
  level?: string | undefined
  run_id?: string | undefined
  /** Both ends count. */
  from?: Date | undefined
  to?: Date | undefined
}

/**
 * Adds the lines in one statement: the embedded database handles statements one by one. Lines of a
 * revision that was deleted meanwhile are dropped.
 */
export async function insertLogLines(
  db: Queryable,
  revisionId: string,
  lines: readonly LogLine[],
): Promise<void> {
  await db.query(
    `insert into revision_logs (revision_id, type, level, message, run_id, logged_at, stream, dropped)
     select $1::uuid, line.* from unnest(
         $2::text[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[], $8::integer[])
       as line
     where exists (select 1 from revisions where id = $1::uuid)`,
    [
      revisionId,
      lines.map((line) => line.type),
      lines.map((line) => line.level),
      lines.map((line) => line.message),
      lines.map((line) => line.run_id),
      lines.map((line) => line.at.toISOString()),
      lines.map((line) => line.stream),
      lines.map((line) => line.dropped),
    ],
  )
}

/**
 * Lets the oldest lines of one type go, of which a log keeps so many, and so many bytes. The newest of them stays in
 * their place and says how many there were.
 */
export async function pruneLog(
  db: Queryable,
  revisionId: string,
  type: LogLine['type'],
  keep: { lines: number; bytes: number },
): Promise<void> {
  await db.query(
    `with edge as (
       select id from (
         select id, row_number() over newest as lines,
           sum(pg_column_size(message)) over newest as bytes
         from revision_logs where revision_id = $1 and type = $2
         window newest as (order by id desc)
       ) counted where lines > $3 or bytes > $4 order by id desc limit 1
     ), gone as (
       delete from revision_logs
       where revision_id = $1 and type = $2 and id < (select id from edge)
       returning coalesce(dropped, 1) as lines
     ), older as (select sum(lines)::integer as lines from gone)
     update revision_logs set run_id = null, stream = null, level = 'WARNING',
       dropped = coalesce(dropped, 1) + older.lines,
       message = format('%s older lines were let go: a log keeps its newest.',
         coalesce(dropped, 1) + older.lines)
     from older where id = (select id from edge) and older.lines is not null`,
    [revisionId, type, keep.lines, keep.bytes],
  )
}

export function listLogRows(
  db: Queryable,
  revisionId: string,
  filter: LogQuery,
): Promise<LogRow[]> {
  const values: unknown[] = [revisionId, filter.type]
  const isAscending = filter.order === 'asc'
  // Only what is asked for, so that the lines of a run are found by their index.
  const wanted = (
    [
      [filter.after, (at) => `id ${isAscending ? '>' : '<'} ${at}::bigint`],
      [filter.query, (at) => `position(lower(${at}) in lower(message)) > 0`],
      [filter.level, (at) => `level = ${at}`],
      [filter.run_id, (at) => `run_id = ${at}::uuid`],
      [filter.from, (at) => `logged_at >= ${at}::timestamptz`],
      [filter.to, (at) => `logged_at <= ${at}::timestamptz`],
    ] satisfies [unknown, (place: string) => string][]
  ).flatMap(([value, condition]) =>
    value === undefined ? [] : [`and ${condition(`$${values.push(value)}`)}`],
  )
  return db.query<LogRow>(
    `select id::text, logged_at as timestamp, level, message, run_id,
       coalesce(stream, type) as stream, dropped
     from revision_logs where revision_id = $1 and type = $2 ${wanted.join(' ')}
     order by revision_logs.id ${isAscending ? 'asc' : 'desc'}
     limit $${values.push(filter.limit)}`,
    values,
  )
}

/** Where the runs of lines are; of one that was deleted, or rolled back, nothing. */
export async function runsOfLines(
  db: Queryable,
  lines: readonly Pick<LogRow, 'run_id'>[],
): Promise<LogRuns> {
  const ids = new Set(lines.flatMap(({ run_id }) => run_id ?? []))
  if (ids.size === 0) return {}
  const rows = await db.query<{ run_id: string; deployment_id: string; thread_id: string }>(
    'select run_id, deployment_id, thread_id from runs where run_id = any($1::uuid[])',
    [[...ids]],
  )
  return Object.fromEntries(rows.map(({ run_id, ...place }) => [run_id, place]))
}
