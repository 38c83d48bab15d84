type Rules = Readonly<Record<string, unknown>>

/** What a schema's keyword asks for, in a sentence; null for one that has none of its own. */
export function ruleSentence(keyword: string, rules: Rules): string | null {
  const limit = rules[keyword]
  const words = sentences[keyword]
  return words && isLimit(limit) ? words(limit) : null
}

type Limit = number | bigint | string | true

function isLimit(value: unknown): value is Limit {
  // Libraries write the bounds of what a number can hold, which limit nobody.
  if (typeof value === 'number') return Math.abs(value) !== Number.MAX_SAFE_INTEGER
  return value === true || ['bigint', 'string'].includes(typeof value)
}

const counted = (limit: Limit, one: string, many: string) => `${limit} ${limit === 1 ? one : many}`

const formats: Readonly<Record<string, string>> = {
  date: 'A date, such as 2026-11-27.',
  'date-time': 'A date and time, such as 2026-11-27T09:30:00Z.',
  time: 'A time, such as 09:30:00.',
  email: 'A mail address.',
  uri: 'An address, such as https://example.com/page.',
  uuid: 'An id, such as 3d901300-3043-8a44-a6df-ea91358e9a29.',
}

const sentences: Readonly<Record<string, (limit: Limit) => string>> = {
  minimum: (limit) => `At least ${limit}.`,
  exclusiveMinimum: (limit) => `More than ${limit}.`,
  maximum: (limit) => `At most ${limit}.`,
  exclusiveMaximum: (limit) => `Less than ${limit}.`,
  multipleOf: (limit) => `A multiple of ${limit}.`,
  minLength: (limit) => `At least ${counted(limit, 'character', 'characters')}.`,
  maxLength: (limit) => `At most ${counted(limit, 'character', 'characters')}.`,
  format: (limit) => formats[String(limit)] ?? '',
  pattern: (limit) => `Of the form ${limit}`,
  minItems: (limit) => `At least ${counted(limit, 'entry', 'entries')}.`,
  maxItems: (limit) => `At most ${counted(limit, 'entry', 'entries')}.`,
  uniqueItems: () => 'No entry twice.',
  minProperties: (limit) => `At least ${counted(limit, 'field', 'fields')}.`,
  maxProperties: (limit) => `At most ${counted(limit, 'field', 'fields')}.`,
}

/** The longest expression that tells a reader more than the name of the format that it spells out. */
const longestPattern = 60

/** All that a field's schema asks of its value, to be read before it is written. */
export function rulesInWords(rules: Rules): string {
  const isSpeltOut =
    ruleSentence('format', rules) && String(rules.pattern ?? '').length > longestPattern
  return Object.keys(sentences)
    .filter((keyword) => keyword !== 'pattern' || !isSpeltOut)
    .map((keyword) => ruleSentence(keyword, rules))
    .filter(Boolean)
    .join(' ')
}
