/** True when two values out of JSON are alike, whatever the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) =>
    isSameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  )
}

/** What is deeper is not compared: thousands of levels are more than the stack holds. */
const deepestShared = 200

/**
 * `after` with every part that is as it was in `before` taken over from there, so that comparing parts by identity
 * tells what changed. Both are JSON.
 */
export function sharing<Value>(before: unknown, after: Value, levels = deepestShared): Value {
  if (Object.is(before, after) || levels === 0) return after
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return after
  if (Array.isArray(before) !== Array.isArray(after)) return after
  const known = before as Record<string, unknown>
  const parts = Object.entries(after).map(
    ([key, part]) => [key, sharing(known[key], part, levels - 1)] as const,
  )
  const isSame =
    parts.length === Object.keys(before).length &&
    parts.every(([key, part]) => Object.hasOwn(known, key) && Object.is(known[key], part))
  if (isSame) return before as Value
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Value
}
