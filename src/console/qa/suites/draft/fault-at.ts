/** What is wrong with one place of a suite, as a sentence. */
export interface SuiteFault {
  /** The case that it is in; absent for what is the suite's own. */
  caseId?: number
  /** A field of the case or the suite; empty where none is named. */
  part: string
  /** The turn, check, variable or item of the rubric. */
  itemId?: number
  message: string
}

/** What is wrong with a field, or with one item of it; all of it in one line. */
export function faultAt(
  faults: readonly SuiteFault[],
  part: string,
  itemId?: number,
): string | undefined {
  const found = faults.filter((fault) => fault.part === part && fault.itemId === itemId)
  return found.map(({ message }) => message).join(' ') || undefined
}
