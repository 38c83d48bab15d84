/** What a schema's keyword asks for, in a sentence; null for one that has none of its own. */
export function ruleSentence(keyword: string, limit: unknown): string | null {
  const words = sentences[keyword]
  return words && isLimit(limit) ? words(limit) : null
}

type Limit = number | bigint | string | true

function isLimit(value: unknown): value is Limit {
  return value === true || ['number', 'bigint', 'string'].includes(typeof value)
}

const counted = (limit: Limit, one: string, many: string) => `${limit} ${limit === 1 ? one : many}`

const sentences: Readonly<Record<string, (limit: Limit) => string>> = {
  minimum: (limit) => `At least ${limit}.`,
  exclusiveMinimum: (limit) => `More than ${limit}.`,
  maximum: (limit) => `At most ${limit}.`,
  exclusiveMaximum: (limit) => `Less than ${limit}.`,
  multipleOf: (limit) => `A multiple of ${limit}.`,
  minLength: (limit) => `At least ${counted(limit, 'character', 'characters')}.`,
  maxLength: (limit) => `At most ${counted(limit, 'character', 'characters')}.`,
  pattern: (limit) => `Of the form ${limit}`,
  minItems: (limit) => `At least ${counted(limit, 'entry', 'entries')}.`,
  maxItems: (limit) => `At most ${counted(limit, 'entry', 'entries')}.`,
  uniqueItems: () => 'No entry twice.',
  minProperties: (limit) => `At least ${counted(limit, 'field', 'fields')}.`,
  maxProperties: (limit) => `At most ${counted(limit, 'field', 'fields')}.`,
}

/** All that a field's schema asks of its value, to be read before it is written. */
export function rulesInWords(rules: Readonly<Record<string, unknown>>): string {
  return Object.keys(sentences)
    .flatMap((keyword) => ruleSentence(keyword, rules[keyword]) ?? [])
    .join(' ')
}
