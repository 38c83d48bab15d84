import { writeJson } from '../../contract/exact-json.ts'

/** What somebody else saved while a form stood open, by its fields. */
export interface SavedElsewhere<Name extends string> {
  /** Nothing was typed in them here: they hold what was saved from now on. */
  taken: Name[]
  /** They hold something else that was typed here, which replaces what was saved once it is sent. */
  overtaken: Name[]
}

/**
 * Tells the fields that were saved elsewhere apart.
 * @param before what the fields began with
 * @param typed what they hold
 * @param saved what they would begin with now
 */
export function savedElsewhere<Values extends object>(
  before: Values,
  typed: Values,
  saved: Values,
): SavedElsewhere<keyof Values & string> {
  const names = Object.keys(saved) as (keyof Values & string)[]
  const isSame = (one: Values, other: Values, name: keyof Values) =>
    writeJson(one[name]) === writeJson(other[name])
  const changed = names.filter((name) => !isSame(saved, before, name))
  return {
    taken: changed.filter((name) => isSame(typed, before, name)),
    overtaken: changed.filter(
      (name) => !isSame(typed, before, name) && !isSame(typed, saved, name),
    ),
  }
}

/** What stands at a field that was saved elsewhere and holds something else. */
export function overtakenWords(saved: unknown): string {
  const now = typeof saved === 'string' && saved.length <= 80 ? saved.trim() : null
  if (now === '') return 'Emptied elsewhere meanwhile. Saving puts yours in its place.'
  const as = now === null ? '' : ` as “${now}”`
  return `Saved elsewhere meanwhile${as}. Saving puts yours in its place.`
}
