/** One event of a run's log; `data` is JSON in one line, `at` when it was told, in ms; null for very old ones. */
export interface LoggedEvent {
  id: number
  event: string
  data: string
  at: number | null
}
