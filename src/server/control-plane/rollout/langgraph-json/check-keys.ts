import { RolloutFailure } from '../rollout-failure.ts'
import { knownKeys } from './known-keys.ts'

const byName = new Map(knownKeys.map((key) => [key.name, key]))

/**
 * Answers sentences on the keys that there is nothing for here. Throws a RolloutFailure (CREATE_FAILED) that names
 * every key whose promise would be broken, and every one that is not known: nothing is passed over in silence.
 */
export function checkKeys(config: Record<string, unknown>, configPath: string): string[] {
  const refused: string[] = []
  const told: string[] = []
  for (const [name, value] of Object.entries(config).flatMap(withinHttp)) {
    if (saysNothing(value)) continue
    const key = byName.get(name) ?? byName.get(name.replace(/\..*/s, ''))
    if (!key) refused.push(`“${name}” is not a key that is known here.`)
    else if (key.effect === 'refused') refused.push(`“${name}” is not supported here. ${key.why}`)
    else if (key.effect === 'told') told.push(`${configPath}: “${name}” has no effect. ${key.why}`)
  }
  if (refused.length === 0) return told
  throw new RolloutFailure(
    'CREATE_FAILED',
    `${configPath}: ${refused.join(' ')} Remove it, or run the project with its own agent server and attach that: create a deployment with the source external_docker and the server’s address as custom_url.`,
  )
}

/** The keys of `http` are told apart: one of them is most of why it is written. */
function withinHttp([name, value]: [string, unknown]): [string, unknown][] {
  if (name !== 'http' || typeof value !== 'object' || value === null) return [[name, value]]
  return Object.entries(value).map(([inner, said]) => [`http.${inner}`, said])
}

function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
