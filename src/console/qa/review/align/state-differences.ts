import { isSameJson } from '../../../../chat/conversation/same-json.ts'

/** A value of the state that is not the same on both sides; undefined where a side has none. */
export interface StateDifference {
  /** `refund.status`, `items[0].price`. */
  readonly path: string
  readonly a: unknown
  readonly b: unknown
}

type State = Readonly<Record<string, unknown>>

/** What is deeper is one value. */
const deepest = 12

/**
 * Where two states differ, and how many values they have together. Messages are left out: they are the conversation
 * that is read above.
 */
export function stateDifferences(
  a: State,
  b: State,
): { differences: readonly StateDifference[]; count: number } {
  const [left, right] = [leavesOf(a), leavesOf(b)]
  const paths = [...new Set([...left.keys(), ...right.keys()])]
  const differences = paths
    .map((path) => ({ path, a: left.get(path), b: right.get(path) }))
    .filter((one) => !isSameJson(one.a, one.b))
  return { differences, count: paths.length }
}

function leavesOf({ messages: _, ...state }: State): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  collect(leaves, '', state, 0)
  return leaves
}

function collect(leaves: Map<string, unknown>, path: string, value: unknown, depth: number): void {
  const isList = Array.isArray(value)
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (parts.length === 0 || depth > deepest) {
    if (path !== '') leaves.set(path, value)
    return
  }
  for (const [name, part] of parts) {
    const below = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    collect(leaves, below, part, depth + 1)
  }
}
