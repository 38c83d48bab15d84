import { hasOwnWay, isWritten, markOf, withDigits } from './whole-numbers.ts'

interface MessageLike {
  getType(): string
  toDict(): { type: string; data: Record<string, unknown> }
}

const messageMark = Symbol.for('langchain.message')

/** True for a message of any copy of the message library. */
export function isMessage(value: unknown): value is MessageLike & Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const candidate = value as Partial<MessageLike>
  return (
    (messageMark in value || 'lc_kwargs' in value) &&
    typeof candidate.toDict === 'function' &&
    typeof candidate.getType === 'function'
  )
}

/**
 * JSON in one line, as the wire has it: messages are flat (`type`, `id`, `content`, …), errors are
 * name and message, maps are objects (lists of pairs where their keys are no names), sets are lists, patterns texts, and
 * what refers back to itself is cut. BigInts that no number holds are whole numbers, and smaller ones texts.
 */
export function wireJson(value: unknown): string {
  const flat = withFlatMessages(value, 3)
  // Every token comes through here: a replacer would take more time than all the rest.
  if (isPlain(flat, plainDepth)) return JSON.stringify(flat) ?? 'null'
  try {
    return withDigits(JSON.stringify(flat, toWire) ?? 'null')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return withDigits(JSON.stringify(withoutCycles(value, []), toWire) ?? 'null')
  }
}

/** Deeper than what is told of a token; what goes round in circles is deeper than any. */
const plainDepth = 12

/** Whether JSON has a way of its own for all of a value. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth - 1))
  if (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) return false
  for (const key in value) {
    if (!isPlain((value as Record<string, unknown>)[key], depth - 1)) return false
  }
  return true
}

/**
 * Messages near the top, where nearly all are: a replacer gets them only after their own `toJSON`,
 * which is most of the work for a stream of tokens. The value itself where there are none.
 */
function withFlatMessages(value: unknown, depth: number): unknown {
  if (isMessage(value)) return flatMessage(value)
  if (depth === 0 || typeof value !== 'object' || value === null) return value
  const isList = Array.isArray(value)
  if (!isList && (Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value)) {
    return value
  }
  let changed: Record<string, unknown> | null = null
  for (const [key, item] of Object.entries(value)) {
    const flat = withFlatMessages(item, depth - 1)
    if (flat === item) continue
    changed ??= (isList ? [...value] : { ...value }) as Record<string, unknown>
    changed[key] = flat
  }
  return changed ?? value
}

/** A replacer: sees the value before its own `toJSON`, which writes the library's internal form. */
function toWire(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key]
  if (isMessage(original)) return flatMessage(original)
  if (original instanceof Error) return { name: original.name, message: original.message }
  if (original instanceof Map) return wireMap(original)
  if (original instanceof RegExp) return String(original)
  if (original instanceof Set) return [...original]
  if (original instanceof Uint8Array) return Buffer.from(original).toString('base64')
  if (typeof original === 'bigint' && !hasOwnWay()) {
    return isWritten(original) ? markOf(original) : original.toString()
  }
  return value
}

function wireMap(map: Map<unknown, unknown>): unknown {
  const keys = [...map.keys()]
  const isNamed = keys.every((key) => ['string', 'number', 'boolean'].includes(typeof key))
  // `1` and `"1"` are two keys of a map, and one name.
  return isNamed && new Set(keys.map(String)).size === keys.length
    ? Object.fromEntries(map)
    : [...map]
}

function flatMessage(message: MessageLike & Record<string, unknown>): Record<string, unknown> {
  const { type, data } = message.toDict()
  return { ...data, type }
}

const isWhole = [Error, Uint8Array, Date, RegExp]

function withoutCycles(value: unknown, ancestors: object[]): unknown {
  if (typeof value !== 'object' || value === null || isMessage(value)) return value
  if (isWhole.some((kind) => value instanceof kind)) return value
  if (ancestors.includes(value)) return '[circular]'
  const path = [...ancestors, value]
  if (value instanceof Map) return withoutCycles(wireMap(value), path)
  if (value instanceof Set) return withoutCycles([...value], path)
  if (Array.isArray(value)) return value.map((item) => withoutCycles(item, path))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutCycles(item, path)]),
  )
}
