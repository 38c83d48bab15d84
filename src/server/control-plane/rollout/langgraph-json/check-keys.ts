import { RolloutFailure } from '../../rollout-failure.ts'
import { effectIn, knownKeys, type Language } from './known-keys.ts'

const byName = new Map(knownKeys.map((key) => [key.name, key]))

/**
 * Answers sentences on the keys that there is nothing for here. Throws a RolloutFailure (CREATE_FAILED) that names
 * every key whose promise would be broken in a project of that language, and every one that is not known: nothing is
 * passed over in silence.
 */
export function checkKeys(
  config: Record<string, unknown>,
  configPath: string,
  language: Language,
): string[] {
  const refused: string[] = []
  const told: string[] = []
  for (const { name, known, value } of Object.entries(config).flatMap(toldApart)) {
    if (saysNothing(value)) continue
    const key = known.map((one) => byName.get(one)).find((one) => one !== undefined)
    if (!key) {
      const isObject = apart.includes(name) && 'must be an object with keys of its own.'
      refused.push(`“${name}” ${isObject || 'is not a key that is known here.'}`)
      continue
    }
    const { effect, why } = effectIn(language, key)
    if (effect === 'refused') refused.push(`“${name}” is not supported here. ${why}`)
    else if (effect === 'told') told.push(`${configPath}: “${name}” has no effect. ${why}`)
  }
  if (refused.length === 0) return told
  throw new RolloutFailure(
    'CREATE_FAILED',
    `${configPath}: ${refused.join(' ')} Remove it, or run the project with its own agent server and attach that: create a deployment with the source external_docker and the server’s address as custom_url.`,
  )
}

interface SaidKey {
  /** As it is written. */
  name: string
  /** Its names in the list, the nearest first. */
  known: string[]
  value: unknown
}

/** Each of their keys has a word of its own. */
const apart = ['auth', 'checkpointer', 'http', 'store', 'webhooks']

/** The keys within some, and of a graph, are told apart: one of them is most of why it is written. */
function toldApart([name, value]: [string, unknown]): SaidKey[] {
  const whole = [{ name, known: name.startsWith('$') ? ['$*'] : [name], value }]
  if (typeof value !== 'object' || value === null) return whole
  if (apart.includes(name)) {
    return Object.entries(value).map(([inner, said]) => {
      return { name: `${name}.${inner}`, known: [`${name}.${inner}`, name], value: said }
    })
  }
  if (name !== 'graphs') return whole
  return Object.entries(value).flatMap(([id, graph]) => {
    if (typeof graph !== 'object' || graph === null) return []
    return Object.entries(graph).map(([inner, said]) => {
      return { name: `graphs.${id}.${inner}`, known: [`graphs.*.${inner}`], value: said }
    })
  })
}

function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
