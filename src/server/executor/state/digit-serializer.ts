import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { parseJson } from '../../../contract/exact-json.ts'
import { bytesWithDigits, markedIn, markOf, whileMarked } from '../whole-numbers.ts'

/**
 * The graph library's serializer, which writes BigInts as whole numbers, and reads whole numbers that JavaScript would
 * round as BigInts.
 */
export function keepingDigits(serializer: SerializerProtocol): SerializerProtocol {
  return {
    async dumpsTyped(value) {
      const [type, bytes] = await whileMarked(() => serializer.dumpsTyped(value))
      return [type, type === 'json' ? bytesWithDigits(bytes) : bytes]
    },
    async loadsTyped(type, data) {
      if (type !== 'json') return serializer.loadsTyped(type, data)
      const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
      const json = marksIn(text)
      const value: unknown = await serializer.loadsTyped(type, json)
      return json === text ? value : revived(value, new Set())
    },
  }
}

/** JSON text with marks where whole numbers are that JavaScript would round. */
function marksIn(json: string): string {
  if (!/\d{16}/.test(json)) return json
  let isMarked = false
  const value = parseJson(json)
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, part: unknown) {
    const original = this[key]
    if (typeof original !== 'bigint') return part
    isMarked = true
    return markOf(original)
  })
  return isMarked ? text : json
}

/** Puts BigInts back into what the library has read, in place: into lists, objects of any class, maps and sets. */
function revived(value: unknown, seen: Set<object>): unknown {
  if (typeof value === 'string') return markedIn(value) ?? value
  if (typeof value !== 'object' || value === null || seen.has(value)) return value
  seen.add(value)
  if (value instanceof Map) {
    const entries = [...value]
    value.clear()
    for (const [key, one] of entries) value.set(revived(key, seen), revived(one, seen))
  } else if (value instanceof Set) {
    const parts = [...value]
    value.clear()
    for (const one of parts) value.add(revived(one, seen))
  } else if (!ArrayBuffer.isView(value)) {
    for (const [key, one] of Object.entries(value)) {
      const whole = revived(one, seen)
      if (whole !== one) Object.defineProperty(value, key, { value: whole })
    }
  }
  return value
}
