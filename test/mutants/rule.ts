/** A rule that no operator finds, such as a condition of an SQL statement, and how it is broken. */
export interface Rule {
  /** What holds, and with the change does not. */
  says: string
  file: string
  /** Stands in the file exactly once. */
  from: string
  to: string
  tests: readonly string[]
}
