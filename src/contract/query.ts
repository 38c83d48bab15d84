import * as z from 'zod/mini'

const TRUE = ['true', '1', 'yes', 'on']
const FALSE = ['false', '0', 'no', 'off', '']

/** A query boolean by its text: `wait=false` and `wait=0` mean false, other words are refused. */
export const queryBoolean = z.pipe(
  z.union([z.boolean(), z.string()], 'Write true or false, once.'),
  z.transform((value: boolean | string, context) => {
    if (typeof value === 'boolean') return value
    const text = value.toLowerCase()
    if (TRUE.includes(text)) return true
    if (FALSE.includes(text)) return false
    context.issues.push({ code: 'custom', input: value, message: 'Write true or false.' })
    return z.NEVER
  }),
)

/** A whole number in a query, within bounds. */
export function queryInteger(min: number, max: number) {
  return z.pipe(
    z.union([z.number(), z.string()], `Write a whole number from ${min} to ${max}, once.`),
    z.transform((value: number | string, context) => {
      const number = typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value)
      if (Number.isInteger(number) && number >= min && number <= max) return number
      const message = `Write a whole number from ${min} to ${max}.`
      context.issues.push({ code: 'custom', input: value, message })
      return z.NEVER
    }),
  )
}

/** One of the words, or a list of them. */
export function wordOrWords<const Words extends readonly string[]>(words: Words) {
  const word = z.enum(words)
  return z.union([word, z.array(word)], `Write one of ${words.join(', ')}, or a list of these.`)
}

/** The same in a query, where a list may also be written as one JSON text. */
export function queryWords<const Words extends readonly string[]>(words: Words) {
  const choice = wordOrWords(words)
  // What a caller writes and a server reads are those of the choice.
  return z.pipe(z.transform(fromJsonList), choice as z.ZodMiniType) as unknown as typeof choice
}

/** A list in a query: of a name that is repeated, or written as one JSON text. */
export function queryList<List extends z.ZodMiniType>(list: List) {
  const asList = (value: z.input<List>) => [fromJsonList(value)].flat() as z.input<List>
  return z.pipe(z.transform(asList), list as never) as unknown as List
}

function fromJsonList(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A known field whose promise is not kept: null and absence pass, anything else is refused by name. */
export function notSupported(message = 'This is not supported here.') {
  return z.nullish(z.never(message))
}

/** `assistantId` to `assistant_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** `limit` and `offset` of lists (published bounds: 1 to 100). */
export const paging = {
  limit: z.optional(queryInteger(1, 100)),
  offset: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
}

/** An id in a path: any UUID, whatever its version. */
export const id = z.guid('Write an id in the form of a UUID.')

/** A moment as ISO 8601 text with its offset from UTC, or a whole day (its beginning in UTC); a Date when parsed. */
export const moment = z.pipe(
  z.string(),
  z.transform((value: string, context) => {
    const isWritten =
      /^\d{4}-\d\d-\d\d([Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d))?$/.test(value)
    const at = new Date(value.toUpperCase())
    if (isWritten && at.getTime() >= 0) return at
    const message = 'Write a date and time, as 2030-01-31T12:00:00Z.'
    context.issues.push({ code: 'custom', input: value, message })
    return z.NEVER
  }),
)

/** The IANA name of a time zone that this machine knows. */
export const timeZone = z.string().check(
  z.check((context) => {
    if (/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/.test(context.value) && isKnownZone(context.value)) return
    const message = 'Write the name of a time zone, as Europe/Berlin.'
    context.issues.push({ code: 'custom', input: context.value, message })
  }),
)

function isKnownZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** One value, or several of one name; a list when parsed. */
export function oneOrMore<Item extends z.ZodMiniType>(item: Item) {
  type Value = z.input<Item>
  return z.pipe(
    z.transform((value: Value | Value[]) => [value].flat() as Value[]),
    z.array(item).check(z.maxLength(200)),
  )
}
