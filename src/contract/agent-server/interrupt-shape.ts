import type { Interrupt } from '../../contract/agent-server/threads.ts'

/** The JSON schema that a question brings for its answer, beside its value or within it; else null. */
export function answerSchema(interrupt: Interrupt): unknown {
  const places = [interrupt, interrupt.value].map((place) =>
    isRecord(place) ? (place.response_schema ?? place.schema ?? place.input_schema) : null,
  )
  return places.find(isRecord) ?? null
}

/**
 * What is left to be shown of a question whose schema is drawn as a form: a sentence where that is all
 * that it says.
 */
export function besideForm(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { response_schema: _one, schema: _other, input_schema: _third, ...rest } = value
  const [only, ...more] = Object.values(rest)
  return typeof only === 'string' && more.length === 0 ? only : rest
}

/**
 * What `command.resume` has to hold. With several questions open it names the one it answers; so it
 * does for an empty answer (false, 0, "", null), which servers take for no answer at all.
 */
export function resumeValue(interrupt: Interrupt, all: readonly Interrupt[], answer: unknown) {
  const hasId = typeof interrupt.id === 'string' && interrupt.id !== ''
  if (hasId && (all.length > 1 || !answer)) return { [interrupt.id as string]: answer }
  return answer
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
