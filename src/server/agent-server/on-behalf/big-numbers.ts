/**
 * A value for protocols whose libraries write numbers as JavaScript does: whole numbers that it would round, which are
 * bigints here, are texts with all of their digits.
 */
export function withTexts<Value>(value: Value): Value {
  return changed(value) as Value
}

function changed(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(changed)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part)]))
}
