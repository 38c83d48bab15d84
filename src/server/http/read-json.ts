import { HttpError } from './http-error.ts'
import { jsonTextProblem } from './json-text.ts'

/** The JSON of a request, wherever it stands in it. Throws 422 at `loc` for what is none, or cannot be kept. */
export function readJson(text: string, loc: (string | number)[]): unknown {
  const problem = jsonTextProblem(text)
  if (problem) throw new HttpError(422, [{ loc, msg: problem, type: 'value_error' }])
  try {
    return JSON.parse(text)
  } catch {
    const [place] = loc
    const msg = place === 'body' ? 'The body is not valid JSON.' : 'This is not valid JSON.'
    throw new HttpError(422, [{ loc, msg, type: 'json_invalid' }])
  }
}
