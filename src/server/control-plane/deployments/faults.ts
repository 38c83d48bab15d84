import type { ValidationError } from '../../../contract/errors.ts'
import { HttpError } from '../../http/http-error.ts'

export type Faults = ReturnType<typeof newFaults>

/** Collects what is wrong with a request, each with its location in the body, to refuse it (422) with all of it. */
export function newFaults() {
  const faults: ValidationError[] = []
  return {
    /** A `problem` of null is none. */
    add(loc: (string | number)[], problem: string | null) {
      if (problem) faults.push({ loc: ['body', ...loc], msg: problem, type: 'value_error' })
    },
    refuse() {
      if (faults.length > 0) throw new HttpError(422, faults)
    },
  }
}
