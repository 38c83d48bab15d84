import { actionRequest } from '../../../contract/agent-server/action-request.ts'
import { writeJson } from '../../../contract/exact-json.ts'

/** What a run asks a person, a line for each thing that is to be decided; JSON where it is in no known shape. */
export function questionWords(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const questions = actionRequest(value)?.questions
  if (!questions) return [writeJson(value)]
  return questions.map(
    ({ action, args, description }) => description || `${action} ${writeJson(args)}`,
  )
}
