import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import type { Queryable } from '../../db/database.ts'

export interface LogLine {
  type: 'build' | 'deploy'
  level: LogLevel
  message: string
  run_id: string | null
  at: Date
}

export interface LogRow {
  id: string
  timestamp: Date
  level: string
  message: string
  run_id: string | null
}

export interface LogFilter {
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
    `insert into revision_logs (revision_id, type, level, message, run_id, logged_at)
     select $1::uuid, line.* from unnest($2::text[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[])
       as line
     where exists (select 1 from revisions where id = $1::uuid)`,
    [
      revisionId,
      lines.map((line) => line.type),
      lines.map((line) => line.level),
      lines.map((line) => line.message),
      lines.map((line) => line.run_id),
      lines.map((line) => line.at.toISOString()),
    ],
  )
}

/** Forgets the oldest lines beyond the newest `keep`. */
export async function pruneLog(db: Queryable, revisionId: string, keep: number): Promise<void> {
  await db.query(
    `delete from revision_logs where revision_id = $1 and id <= (
       select id from revision_logs where revision_id = $1 order by id desc offset $2 limit 1
     )`,
    [revisionId, keep],
  )
}

export function listLogRows(
  db: Queryable,
  revisionId: string,
  filter: LogFilter,
): Promise<LogRow[]> {
  const isAscending = filter.order === 'asc'
  return db.query<LogRow>(
    `select id::text, logged_at as timestamp, level, message, run_id from revision_logs
     where revision_id = $1 and type = $2
       and ($4::bigint is null or id ${isAscending ? '>' : '<'} $4::bigint)
       and ($5::text is null or position(lower($5) in lower(message)) > 0)
       and ($6::text is null or level = $6)
       and ($7::uuid is null or run_id = $7)
       and ($8::timestamptz is null or logged_at >= $8)
       and ($9::timestamptz is null or logged_at <= $9)
     order by revision_logs.id ${isAscending ? 'asc' : 'desc'} limit $3`,
    [
      revisionId,
      filter.type,
      filter.limit,
      filter.after ?? null,
      filter.query ?? null,
      filter.level ?? null,
      filter.run_id ?? null,
      filter.from ?? null,
      filter.to ?? null,
    ],
  )
}
