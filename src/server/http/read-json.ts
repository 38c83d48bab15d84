import { parseJson } from '../../contract/exact-json.ts'
import { HttpError } from './http-error.ts'
import { jsonTextProblem } from './json-text.ts'

/**
 * The JSON of a request, wherever it stands in it; whole numbers that JavaScript rounds are bigints where the caller
 * `keepsDigits`. Throws 422 at `loc` for what is none, or cannot be kept.
 */
export function readJson(text: string, loc: (string | number)[], keepsDigits = false): unknown {
  const problem = jsonTextProblem(text, keepsDigits)
  if (problem) throw new HttpError(422, [{ loc, msg: problem, type: 'value_error' }])
  try {
    return keepsDigits ? parseJson(text) : JSON.parse(text)
  } catch {
    const [place] = loc
    const msg = place === 'body' ? 'The body is not valid JSON.' : 'This is not valid JSON.'
    throw new HttpError(422, [{ loc, msg, type: 'json_invalid' }])
  }
}
