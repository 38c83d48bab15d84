import { types } from 'node:util'
import { hasOwnWay, isWritten } from '../whole-numbers.ts'
import { isMessage } from '../wire-json.ts'

/** Where a value is to be kept: in a state, by the graph library's serializer, or in an item, as plain JSON. */
export type Keeper = 'state' | 'item'

/** A value of which the text that is stored would not hold what it is. */
class UnkeepableValueError extends Error {
  override name = 'UnkeepableValueError'
}

interface Loss {
  /** From the inside to the outside. */
  path: (string | number)[]
  what: string
  advice: string
}

/** Channels of the graph library, by what people know of them. */
const channelWords: Record<string, string> = {
  __root__: 'the state',
  __start__: 'the input of a graph',
  __pregel_tasks: 'what is sent to a step',
  __interrupt__: 'an interrupt',
  __return__: 'the result of a step',
  __previous__: 'what is kept for the next run',
}

/**
 * Throws an UnkeepableValueError with a sentence that names the field where the graph library would store something else
 * without a word: an error's text in place of the whole value, null for NaN, nothing for a function. What it
 * stores in another form, such as a date as its text and an object of a class as its fields, is let pass.
 */
export function requireKeepable(name: string, value: unknown, keeper: Keeper): void {
  const found = lossIn(value, keeper, new Set())
  if (!found) return
  const inner = found.path.reverse().map(pathPart).join('')
  const where = placeOf(name, inner, keeper)
  throw new UnkeepableValueError(
    `${where} holds ${found.what}, which cannot be stored as what it is. ${found.advice}`,
  )
}

function placeOf(name: string, inner: string, keeper: Keeper): string {
  const words = keeper === 'item' ? `the item “${name}”` : channelWords[name]
  if (!words) return `“${name}${inner}”`
  // Questions are kept as a list, mostly of one.
  const within = inner.replace(name === '__interrupt__' ? /^(\[0\])?\./ : /^\./, '')
  return within ? `“${within}” of ${words}` : `${words[0]?.toUpperCase()}${words.slice(1)}`
}

function pathPart(part: string | number): string {
  return typeof part === 'number' ? `[${part}]` : `.${part}`
}

const noCode = 'Keep functions outside the state, and in the state the name of what to call.'
const asText = 'Keep it as a text.'

function loss(what: string, advice: string): Loss {
  return { path: [], what, advice }
}

/** `above`: the objects that the value is in. Goes as `JSON.stringify` does, which asks `toJSON` first. */
function lossIn(value: unknown, keeper: Keeper, above: Set<object>): Loss | null {
  if (typeof value === 'bigint') {
    // A project may have said how they are written.
    return hasOwnWay() || isWritten(value)
      ? null
      : loss('a BigInt', 'Keep it as a text, or as a number where it is small enough.')
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : loss(String(value), 'Keep null or a text in its place.')
  }
  if (typeof value === 'function') return loss('a function', noCode)
  if (typeof value === 'symbol') return loss('a symbol', asText)
  if (typeof value !== 'object' || value === null) return null
  if (above.has(value))
    return loss('a reference to what it is in', 'Let parts name each other by an id.')
  above.add(value)
  const found = lossInObject(value, keeper, above)
  above.delete(value)
  return found
}

function lossInObject(value: object, keeper: Keeper, above: Set<object>): Loss | null {
  if (types.isBoxedPrimitive(value)) return lossIn(value.valueOf(), keeper, above)
  if (isMessage(value)) return lossInMessage(value, keeper, above)
  if (types.isDate(value)) {
    return Number.isNaN(value.getTime()) ? loss('a date that is none', 'Keep null instead.') : null
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const written: unknown = value.toJSON('')
    if (written !== value) return lossInWritten(value, written, keeper, above)
  }
  const opaque = opaqueLoss(value, keeper)
  if (opaque) return opaque
  if (types.isMap(value)) return lossInParts([...value].flatMap(mapParts), keeper, above)
  if (types.isSet(value)) return lossInParts([...value].entries(), keeper, above)
  if (types.isUint8Array(value) || types.isRegExp(value) || types.isNativeError(value)) return null
  if (Array.isArray(value)) return lossInParts(value.entries(), keeper, above)
  return lossInFields(value, keeper, above)
}

/** By its fields, since its `toJSON` is most of the work for a long conversation. */
function lossInMessage(
  message: Record<string, unknown>,
  keeper: Keeper,
  above: Set<object>,
): Loss | null {
  const own = Object(message.lc_kwargs) as Record<string, unknown>
  const parts = Object.keys(own).map((key): [string, unknown] => [
    key,
    key in message ? message[key] : own[key],
  ])
  return lossInParts(parts, keeper, above)
}

function lossInWritten(
  value: object,
  written: unknown,
  keeper: Keeper,
  above: Set<object>,
): Loss | null {
  const { lc, type } = Object(written) as { lc?: unknown; type?: unknown }
  const isPlaceholder = lc === 1 && type === 'not_implemented'
  return isPlaceholder ? loss(objectOf(value), noCode) : lossIn(written, keeper, above)
}

/** What is written as an object without a field, whatever is in it. */
function opaqueLoss(value: object, keeper: Keeper): Loss | null {
  if (types.isPromise(value)) return loss('a promise', 'Await it before the step returns it.')
  if (types.isBigInt64Array(value) || types.isBigUint64Array(value)) {
    return loss('an array of BigInts', asText)
  }
  if (isHidden.some((is) => is(value))) return loss(objectOf(value), 'Keep what is in it.')
  const isOfState = types.isMap(value) || types.isSet(value) || types.isRegExp(value)
  if (keeper === 'item' && (isOfState || types.isNativeError(value))) {
    return loss(objectOf(value), 'Keep a list, an object or a text.')
  }
  return null
}

const isHidden = [
  types.isWeakMap,
  types.isWeakSet,
  types.isAnyArrayBuffer,
  types.isDataView,
  types.isGeneratorObject,
  types.isMapIterator,
  types.isSetIterator,
  (value: unknown) => value instanceof WeakRef,
]

function objectOf(value: object): string {
  return `an object of the class ${value.constructor?.name || 'Object'}`
}

function mapParts([key, value]: [unknown, unknown]): [string, unknown][] {
  const name = typeof key === 'object' ? '(key)' : String(key)
  return [
    [name, key],
    [name, value],
  ]
}

/** Functions of a class's objects are no more of their content than its methods are. */
function lossInFields(value: object, keeper: Keeper, above: Set<object>): Loss | null {
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === null
  const parts = Object.entries(value)
  return lossInParts(isPlain ? parts : parts.filter(isContent), keeper, above)
}

function isContent([, value]: [string, unknown]): boolean {
  return typeof value !== 'function' && typeof value !== 'symbol'
}

function lossInParts(
  parts: Iterable<[string | number, unknown]>,
  keeper: Keeper,
  above: Set<object>,
): Loss | null {
  for (const [key, part] of parts) {
    const found = lossIn(part, keeper, above)
    if (found) {
      found.path.push(key)
      return found
    }
  }
  return null
}
