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
