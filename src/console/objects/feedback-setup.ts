import type { FeedbackKeyMap } from '../../chat/votes/feedback-keys.ts'

/** How a deployment's runs take votes: one key for both directions, or one for each. */
export interface FeedbackSetup {
  readonly keys: readonly string[]
  /** Which key is for which direction; absent with one key. */
  readonly map?: FeedbackKeyMap
}

/** One key that carries 1 and -1 (§4.3, data model guidance). */
const usual: FeedbackSetup = { keys: ['user_score'] }
const prefix = 'quarterdeck.feedback-keys.'

/** The set-up of a deployment in this browser. Storage may be blocked: then it is the usual one. */
export function readFeedbackSetup(deploymentId: string): FeedbackSetup {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + deploymentId) ?? 'null') as unknown
    return isSetup(kept) ? kept : usual
  } catch {
    return usual
  }
}

/** False when the browser does not let us keep it. */
export function keepFeedbackSetup(deploymentId: string, setup: FeedbackSetup): boolean {
  try {
    localStorage.setItem(prefix + deploymentId, JSON.stringify(setup))
    return true
  } catch {
    return false
  }
}

function isSetup(value: unknown): value is FeedbackSetup {
  const { keys, map } = (value ?? {}) as Partial<FeedbackSetup>
  const areKeys = Array.isArray(keys) && keys.every((key) => typeof key === 'string' && key !== '')
  return (
    areKeys && (map === undefined || (typeof map.up === 'string' && typeof map.down === 'string'))
  )
}
