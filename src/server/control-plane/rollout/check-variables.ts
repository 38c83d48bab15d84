import { knownVariable } from '../../../contract/control-plane/known-variables.ts'
import { RolloutFailure } from '../rollout-failure.ts'

/**
 * Answers sentences on the variables that there is nothing for here. Throws a RolloutFailure (CREATE_FAILED) that names
 * every variable whose promise would be broken, and every one whose value cannot be used; no value is in a sentence,
 * since it may be secret. An empty value promises nothing.
 * @param place where they stand, as the beginning of a sentence
 */
export function checkVariables(env: Readonly<Record<string, string>>, place: string): string[] {
  const refused: string[] = []
  const told: string[] = []
  for (const [name, value] of Object.entries(env)) {
    const known = knownVariable(name)
    if (!known || value.trim() === '') continue
    if (known.effect === 'refused') refused.push(`${name} is not supported here. ${known.why}`)
    else if (known.effect === 'told') told.push(`${place}: ${name} has no effect. ${known.why}`)
    else if (known.takes?.(value) === false) refused.push(`${name} must be ${known.shape}.`)
  }
  if (refused.length === 0) return told
  throw new RolloutFailure('CREATE_FAILED', `${place}: ${refused.join(' ')}`)
}
