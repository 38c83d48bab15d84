/** What a session writes into the metadata of the threads and runs that it makes, on whatever server. */
export type SessionMark = { qa_session: string; qa_attempt: string }

/** The session and the attempt that a thread or run was made by, as its metadata says it; null where by none. */
export function sessionMark(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
): SessionMark | null {
  const { qa_session, qa_attempt } = metadata ?? {}
  return typeof qa_session === 'string' && typeof qa_attempt === 'string'
    ? { qa_session, qa_attempt }
    : null
}

/** Whether a search for metadata asks for what sessions made. */
export function namesSession(metadata: object | null | undefined): boolean {
  return metadata ? 'qa_session' in metadata || 'qa_attempt' in metadata : false
}
