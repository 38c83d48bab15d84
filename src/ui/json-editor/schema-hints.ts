import { type Schema, Validator } from '@cfworker/json-schema'
import { jsonText } from '../format/json-text.ts'
import { faultText } from './fault-text.ts'

export type JsonPath = readonly (string | number)[]
type Node = Schema & Record<string, unknown>

/** What can stand at a place: a name or a value as JSON text, with words about it. */
export interface Hint {
  readonly label: string
  readonly detail: string
  readonly info: string | undefined
}

/** What speaks against a value, and where in it. */
export interface SchemaFault {
  readonly path: JsonPath
  /** What of the schema it breaks. */
  readonly keyword: string
  readonly message: string
}

/** Keywords that only lead to others, which say what is wrong. */
const leading = ['properties', 'items', 'prefixItems', 'allOf', 'additionalProperties', '$ref']
const mostHops = 20

/** The names that an object at `path` may have, those it has already left out. */
export function namesAt(schema: unknown, path: JsonPath, present: readonly string[]): Hint[] {
  const names = new Map<string, Node>()
  for (const node of nodesAt(schema, path)) {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      if (!present.includes(name)) names.set(name, followed(schema, child as Node))
    }
  }
  return [...names].map(([name, child]) => ({
    label: name,
    detail: typeWord(child),
    info: child.description,
  }))
}

/** The values that the schema names for a place, as JSON. */
export function valuesAt(schema: unknown, path: JsonPath): Hint[] {
  const values = new Map<string, Hint>()
  for (const node of nodesAt(schema, path)) {
    const named = [
      ...(node.enum ?? []),
      ...(node.const === undefined ? [] : [node.const]),
      ...(node.default === undefined ? [] : [node.default]),
      ...(types(node).includes('boolean') ? [true, false] : []),
      ...(types(node).includes('null') ? [null] : []),
    ]
    for (const value of named) {
      const label = jsonText(value, 0)
      values.set(label, { label, detail: typeWord(node), info: node.description })
    }
  }
  return [...values.values()]
}

/** What the schema says against a value. None where the schema itself cannot be used. */
export function faultsOf(schema: unknown, value: unknown): SchemaFault[] {
  if (!isNode(schema)) return []
  try {
    const { errors } = new Validator(schema, '2020-12', false).validate(value)
    return errors
      .filter(({ keyword }) => !leading.includes(keyword))
      .map(({ instanceLocation, keyword, error }) => {
        const path = pathOf(instanceLocation, value)
        const pattern = keyword === 'pattern' ? patternAt(schema, path) : undefined
        return { path, keyword, message: pattern ? `Of the form ${pattern}` : faultText(error) }
      })
  } catch {
    // A graph may declare what no validator follows, as a reference that leads nowhere.
    return []
  }
}

/** The place that a pointer names within a value: numbers in lists, names in objects. */
function pathOf(pointer: string, value: unknown): JsonPath {
  const path: (string | number)[] = []
  let here = value
  for (const part of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const step = Array.isArray(here) ? Number(name) : name
    path.push(step)
    here = Object(here)[step]
  }
  return path
}

/** The pattern of a place; undefined where there is more than one. */
function patternAt(schema: Node, path: JsonPath): string | undefined {
  const patterns = new Set(nodesAt(schema, path).flatMap(({ pattern }) => pattern ?? []))
  return patterns.size === 1 ? [...patterns][0] : undefined
}

/** Every schema that may hold for the value at a place. */
function nodesAt(schema: unknown, path: JsonPath): readonly Node[] {
  if (!isNode(schema)) return []
  let nodes = choices(schema, schema)
  for (const step of path) {
    nodes = nodes.flatMap((node) => {
      const child =
        typeof step === 'number'
          ? (node.prefixItems?.[step] ?? node.items)
          : (node.properties?.[step] ?? node.additionalProperties)
      return isNode(child) ? choices(schema, child) : []
    })
  }
  return nodes
}

/** A schema with its alternatives, references followed. */
function choices(root: unknown, node: Node, hops = 0): Node[] {
  if (hops > mostHops) return []
  const here = followed(root, node)
  const others = [...(here.anyOf ?? []), ...(here.oneOf ?? []), ...(here.allOf ?? [])]
  return [here, ...others.filter(isNode).flatMap((other) => choices(root, other, hops + 1))]
}

function followed(root: unknown, node: Node): Node {
  let here = node
  for (let hops = 0; hops < mostHops && typeof here.$ref === 'string'; hops += 1) {
    const target = here.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], root)
    if (!isNode(target)) return here
    here = target
  }
  return here
}

function types({ type }: Node): readonly string[] {
  return type === undefined ? [] : [type].flat()
}

function typeWord(node: Node): string {
  return types(node).join(' or ')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
