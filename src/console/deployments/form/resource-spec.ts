import type { DeploymentCreateRequest } from '../../../contract/control-plane/deployments.ts'
import { clusterNames, fractional, type ResourceNumber, resourceNumbers } from './resource-names.ts'

/** What the form holds of a `resource_spec`; texts may be empty. */
export interface ResourceTexts {
  resources: Record<ResourceNumber, string>
  /** What only a cluster can give, as the JSON of an object. */
  cluster: string
}

type ResourceSpec = NonNullable<DeploymentCreateRequest['source_config']['resource_spec']>

/** The texts of the resources as they are. */
export function resourceTexts(spec: Record<string, unknown>): ResourceTexts {
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : '')
  const cluster = clusterNames.filter((name) => spec[name] !== null && spec[name] !== undefined)
  return {
    resources: Object.fromEntries(
      resourceNumbers.map((name) => [name, text(spec[name])]),
    ) as ResourceTexts['resources'],
    cluster:
      cluster.length === 0
        ? ''
        : JSON.stringify(Object.fromEntries(cluster.map((name) => [name, spec[name]])), null, 2),
  }
}

/**
 * The resources that were typed, whole, since the API replaces them as such; null where nothing was.
 * What is no JSON yet is left out: the form refuses it before it is sent.
 * @param spec the resources as they are, of which what the form does not know stays
 */
export function resourceSpecOf(
  { resources, cluster }: ResourceTexts,
  spec: Record<string, unknown> = {},
): ResourceSpec | null {
  const known: readonly string[] = [...resourceNumbers, ...clusterNames]
  const typed = {
    ...Object.fromEntries(
      Object.entries(spec).filter(
        ([name, value]) => !known.includes(name) && value !== null && value !== undefined,
      ),
    ),
    ...Object.fromEntries(
      resourceNumbers
        .filter((name) => resources[name].trim() !== '')
        .map((name) => [name, Number(resources[name])]),
    ),
    ...clusterProblem(cluster).value,
  }
  // Our own server has no cluster, so its contract leaves out what only a cluster can give.
  return Object.keys(typed).length > 0 ? (typed as ResourceSpec) : null
}

/** Why a number cannot be one of these resources, in words, or null. */
export function resourceProblem(name: ResourceNumber, text: string): string | null {
  const typed = text.trim()
  const isPart = fractional.includes(name)
  if (typed === '' || (isPart ? /^\d+(\.\d+)?$/ : /^\d+$/).test(typed)) return null
  return isPart
    ? 'Write a number such as 0.5, or nothing.'
    : 'Write a whole number, or nothing for the server’s own choice.'
}

/** What is written for the cluster, or why it cannot be sent. */
export function clusterProblem(text: string): {
  value: Record<string, unknown>
  problem: string | null
} {
  if (text.trim() === '') return { value: {}, problem: null }
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { value: {}, problem: 'Write an object as JSON, such as {"labels": {"team": "a"}}.' }
  }
  const known: readonly string[] = clusterNames
  const stranger = Object.keys(value).find((name) => !known.includes(name))
  const problem =
    stranger === undefined ? null : `“${stranger}” is none of ${clusterNames.join(', ')}.`
  return { value: problem ? {} : (value as Record<string, unknown>), problem }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
