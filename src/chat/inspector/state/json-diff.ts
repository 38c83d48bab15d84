import { isSameJson } from '../../conversation/same-json.ts'

/** One difference between two values: where, and what stood and stands there. */
export interface JsonChange {
  /** `messages › [3] › content`; empty for the whole value. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: unknown
  readonly after: unknown
}

/** More differences are counted, not listed. */
const mostChanges = 200

/**
 * What changed from one JSON value to another. Entries of lists are matched by their `id` where all
 * have one, else by place, so that one more message is one change.
 */
export function jsonDiff(before: unknown, after: unknown): readonly JsonChange[] {
  const changes: JsonChange[] = []
  collect('', before, after, changes)
  return changes
}

function collect(path: string, before: unknown, after: unknown, changes: JsonChange[]): void {
  if (changes.length >= mostChanges || isSameJson(before, after)) return
  if (Array.isArray(before) && Array.isArray(after)) {
    collectList(path, before, after, changes)
    return
  }
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = join(path, key)
      if (!(key in before)) add(changes, at, 'added', undefined, after[key])
      else if (!(key in after)) add(changes, at, 'removed', before[key], undefined)
      else collect(at, before[key], after[key], changes)
    }
    return
  }
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  add(changes, path, kind, before, after)
}

function collectList(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  changes: JsonChange[],
): void {
  const old = keyed(before)
  const now = keyed(after)
  for (const [key, { index, value }] of now) {
    const found = old.get(key)
    const at = join(path, `[${index}]`)
    if (found) collect(at, found.value, value, changes)
    else add(changes, at, 'added', undefined, value)
  }
  for (const [key, { index, value }] of old) {
    if (!now.has(key)) add(changes, join(path, `[${index}]`), 'removed', value, undefined)
  }
}

function keyed(list: readonly unknown[]): Map<string, { index: number; value: unknown }> {
  const ids = list.map((item) => (isRecord(item) && typeof item.id === 'string' ? item.id : null))
  const hasIds = ids.every((id) => id !== null) && new Set(ids).size === ids.length
  return new Map(
    list.map((value, index) => [hasIds ? `id ${ids[index]}` : `at ${index}`, { index, value }]),
  )
}

function add(
  changes: JsonChange[],
  path: string,
  kind: JsonChange['kind'],
  before: unknown,
  after: unknown,
): void {
  if (changes.length < mostChanges) changes.push({ path, kind, before, after })
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path} › ${key}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
