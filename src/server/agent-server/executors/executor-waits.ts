/** How long is waited for the process of a revision, in milliseconds. */
export interface ExecutorWaits {
  /** For its graphs to be loaded, unless the revision says otherwise. */
  loadMs: number
  /** For an answer to what is asked of it. */
  answerMs: number
  /** For one that is being started again when something is asked of it. */
  restartMs: number
  /** At most, between two tries to start one again. */
  restartPauseMs: number
}
