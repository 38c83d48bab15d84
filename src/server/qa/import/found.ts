import { suiteLimits } from '../../../contract/qa/cases.ts'
import type { ImportFault, SaidOfSuite } from '../../../contract/qa/suites.ts'

/** A place of a file; line and column count from 1. */
export interface PlaceInFile {
  line: number
  column: number
}

/** What a format makes of one row, before its key is made and the schema has seen it. */
export interface FoundCase {
  line: number
  /** The key that the file gives; absent where one is to be made of `words`. */
  key?: string
  words: string
  /** The case but for its key, as it was found. */
  content: Record<string, unknown>
  /** Where a field of the case stands in the file. */
  placeOf: (path: readonly PropertyKey[]) => PlaceInFile
}

/** What a format makes of a file. */
export interface FoundInFile {
  cases: FoundCase[]
  faults: ImportFault[]
  left_out: string[]
  variables: string[]
  suite?: SaidOfSuite
}

export function nothingFound(): FoundInFile {
  return { cases: [], faults: [], left_out: [], variables: [] }
}

/** How many rows of a file are read, good and faulty ones together, so that no file keeps the server busy for long. */
export const mostRows = 2 * suiteLimits.cases

/** Where reading ends before the file does. */
export function endOfReading(place: PlaceInFile): ImportFault {
  return {
    ...place,
    message: `At most ${mostRows.toLocaleString('en')} rows are read: reading ends here.`,
  }
}
