/**
 * SQL for the threads or runs that a QA session made on what serves: what it made at a preview is the
 * preview's. Indexes have the rows that are not so by this very condition.
 * @param table how the statement calls the table, with a dot; empty where it has one only
 */
export function ofSession(table: '' | 't.' | 'r.'): string {
  return `(${table}metadata ? 'qa_session' and not ${table}metadata ? 'preview_of')`
}

/**
 * SQL for the threads or runs that none of some sessions made, at previews neither.
 * @param sessions how the statement calls their ids
 */
export function exceptMadeBy(sessions: string, table: '' | 't.'): string {
  return `coalesce(${table}metadata ->> 'qa_session' <> all(${sessions}::text[]), true)`
}

/** `ofSession` of a row that is at hand. */
export function isOfSession(metadata: Readonly<Record<string, unknown>>): boolean {
  return 'qa_session' in metadata && !('preview_of' in metadata)
}
