import type { Interrupt } from '../../contract/agent-server/threads.ts'

/** A question in the form that agent inboxes know: an action to be allowed, and what may be answered. */
export interface ActionQuestion {
  readonly action: string
  readonly args: Record<string, unknown>
  readonly description: string
  readonly may: { accept: boolean; edit: boolean; respond: boolean; ignore: boolean }
}

export type ActionAnswer =
  | { type: 'accept'; args: null }
  | { type: 'edit'; args: { action: string; args: unknown } }
  | { type: 'response'; args: string }
  | { type: 'ignore'; args: null }

/**
 * Reads the value of an interrupt as `[{action_request: {action, args}, config, description}]`, or one
 * such without the list. Null for every other shape: that is answered with JSON.
 */
export function actionQuestion(value: unknown): ActionQuestion | null {
  const single = Array.isArray(value) ? (value.length === 1 ? value[0] : null) : value
  const { action_request, config, description } = (single ?? {}) as Record<string, unknown>
  const { action, args } = (action_request ?? {}) as Record<string, unknown>
  if (typeof action !== 'string') return null
  const allowed = (config ?? {}) as Record<string, unknown>
  return {
    action,
    args: isRecord(args) ? args : {},
    description: typeof description === 'string' ? description : '',
    may: {
      accept: allowed.allow_accept !== false,
      edit: allowed.allow_edit === true,
      respond: allowed.allow_respond === true,
      ignore: allowed.allow_ignore !== false,
    },
  }
}

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

/** The answer in the form of the question: a list where that was a list. */
export function actionResume(value: unknown, answer: ActionAnswer): unknown {
  return Array.isArray(value) ? [answer] : answer
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
