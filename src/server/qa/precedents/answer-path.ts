/** Where the console shows an attempt, below the server's address. */
export function answerPath({
  session_id,
  attempt_id,
}: {
  session_id: string
  attempt_id: string
}): string {
  return `/qa/sessions/${session_id}?${new URLSearchParams({ attempt: attempt_id })}`
}
