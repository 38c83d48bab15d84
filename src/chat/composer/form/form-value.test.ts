import { expect, it } from 'vitest'
import { schemaFields } from '../../../contract/agent-server/input/schema-fields.ts'
import { brokenRules } from './field-rules.ts'
import { formValue, initialText } from './form-value.ts'
import { rulesInWords } from './rule-words.ts'

const schema = {
  $ref: '#/definitions/Answer',
  definitions: {
    Answer: {
      type: 'object',
      required: ['approved', 'amount'],
      properties: {
        approved: { type: 'boolean' },
        amount: { type: 'integer', title: 'Amount', description: 'In cents' },
        reason: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        level: { enum: ['low', 'high'], default: 'low' },
        rest: { type: 'array' },
      },
    },
  },
}

it('reads the fields of an object schema, through references and nullable types', () => {
  const fields = schemaFields(schema) ?? []
  expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['approved', 'boolean', true],
    ['amount', 'integer', true],
    ['reason', 'text', false],
    ['level', 'choice', false],
    ['rest', 'json', false],
  ])
  expect(fields[1]).toMatchObject({ label: 'Amount', description: 'In cents' })
  expect(fields.map(initialText)).toEqual(['false', '', '', 'low', ''])
})

it('makes a value of what was filled in, and says what is wrong with which field', () => {
  const fields = schemaFields(schema) ?? []
  expect(formValue(fields, { approved: 'true', amount: '1.5', rest: '[' })).toEqual({
    value: { approved: true },
    problems: { amount: 'Write a whole number.', rest: 'This is not JSON yet.' },
    missing: [],
  })
  expect(formValue(fields, { amount: '7', reason: 'so' })).toEqual({
    value: { approved: false, amount: 7, reason: 'so' },
    problems: {},
    missing: [],
  })
})

/** What comes of a form for fields of these schemas; `*` before a name: it must be there. */
function sent(properties: Record<string, object>, texts: Record<string, string>) {
  const named = Object.entries(properties).map(([name, field]) => [name.replace('*', ''), field])
  const required = Object.keys(properties).flatMap((name) =>
    name.startsWith('*') ? name.slice(1) : [],
  )
  const object = { type: 'object', properties: Object.fromEntries(named), required }
  const fields = schemaFields(object) ?? []
  const first = Object.fromEntries(fields.map((field) => [field.name, initialText(field)]))
  const read = formValue(fields, { ...first, ...texts })
  return { ...read, broken: brokenRules(object, fields, read.value) }
}

const fine = { problems: {}, broken: {}, missing: [] }

it('33.1.7: what the schema says of a value is said at its field', () => {
  const properties = {
    count: { type: 'integer', minimum: 1, maximum: 100 },
    share: { anyOf: [{ type: 'number', exclusiveMaximum: 1 }, { type: 'null' }] },
    code: { type: 'string', pattern: '^[A-Z]{3}$', maxLength: 3 },
    tags: { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string' } },
    place: { type: 'object', properties: { zip: { type: 'integer' } }, required: ['zip'] },
  }
  const { broken } = sent(properties, {
    count: '101',
    share: '1',
    code: 'abc',
    tags: '["a"]',
    place: '{"zip":"x"}',
  })
  expect(broken).toMatchObject({
    count: 'At most 100.',
    code: 'Of the form ^[A-Z]{3}$',
    share: 'Less than 1.',
    tags: 'At least 2 entries.',
  })
  expect(broken.place).toContain('In zip: ')
  const right = { count: '100', share: '0.5', code: 'ABC', tags: '["a","b"]', place: '{"zip":1}' }
  expect(sent(properties, right)).toMatchObject(fine)
})

it('33.1.7: nothing that the schema takes is kept from being sent', () => {
  const cases: [object, string, unknown][] = [
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'seven', 'seven'],
    [{ type: ['integer', 'string'] }, '7', 7],
    [{}, 'any words', 'any words'],
    [{}, '[1]', [1]],
    [{ enum: [1, 2.5, 'two', true] }, '2.5', 2.5],
    [{ const: 'only' }, 'only', 'only'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T10:00', '2026-01-01T10:00'],
    [{ type: 'string', pattern: '(?i)^a\\Z' }, 'B', 'B'],
    [{ allOf: [{ $ref: '#/$defs/none' }] }, '1', 1],
    [{ type: 'integer', minimum: 1 }, '9007199254740993', 9007199254740993n],
    [{ anyOf: [{ type: 'array', items: {} }, { type: 'null' }], default: [] }, 'null', null],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }], default: 'x' }, '', null],
    [{ type: 'string', default: 'x' }, '', ''],
  ]
  for (const [field, text, value] of cases) {
    expect([field, sent({ field }, { field: text })]).toEqual([
      field,
      { ...fine, value: { field: value } },
    ])
  }
  expect(sent({ '*field': { anyOf: [{ type: 'boolean' }, { type: 'null' }] } }, {})).toEqual({
    ...fine,
    value: { field: null },
  })
  expect(sent({ field: { type: 'boolean' } }, {})).toEqual({ ...fine, value: {} })
})

it('words that look like JSON stay the words that they were', () => {
  const [field] = schemaFields({ properties: { any: { default: '5' } } }) ?? []
  expect(field && formValue([field], { any: initialText(field) }).value).toEqual({ any: '5' })
})

it('what must be there and is not is told, and may be left out', () => {
  const topic = { type: 'string' }
  expect(sent({ '*topic': topic, '*n': { type: 'integer' } }, { n: '1' })).toEqual({
    ...fine,
    value: { n: 1 },
    missing: ['topic'],
  })
})

it('has no form for what is no object', () => {
  expect(schemaFields({ type: 'string' })).toBeNull()
  expect(schemaFields(null)).toBeNull()
  expect(schemaFields({ $ref: '#/definitions/none' })).toBeNull()
})

it('33.1.7: one of several kinds of value is told by the one that it is nearest to', () => {
  const number = { type: 'number', minimum: 10 }
  const either = { anyOf: [{ type: 'string', minLength: 3 }, number] }
  expect(sent({ either }, { either: '5' }).broken).toEqual({ either: '5 is less than 10.' })
  expect(sent({ either }, { either: '12' }).broken).toEqual({})
  const kind = (name: string) => ({ properties: { kind: { const: name } }, required: ['kind'] })
  const pet = { anyOf: [kind('cat'), kind('dog'), { type: 'null' }] }
  expect(sent({ pet }, { pet: '{"kind":"cow"}' }).broken).toEqual({
    pet: 'In kind: Only "cat" can stand here. Or: Only "dog" can stand here.',
  })
})

it('33.1.7: what is wrong within a value is told with its place, counted from one, and with its form', () => {
  const entry = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]+$' } } }
  const lists = { type: 'array', items: entry }
  expect(sent({ lists }, { lists: '[{"code":"A"},{"code":"b"}]' }).broken).toEqual({
    lists: 'In entry 2 › code: Of the form ^[A-Z]+$',
  })
  const byNumber = { type: 'object', additionalProperties: { type: 'integer' } }
  expect(sent({ byNumber }, { byNumber: '{"0":"x"}' }).broken).toEqual({
    byNumber: 'In 0: A whole number is wanted here.',
  })
})

it('33.1.7: a value for each alternative is a list to choose from', () => {
  const level = { anyOf: [{ const: 1 }, { const: 'two' }, { type: 'null' }] }
  const [field] = schemaFields({ properties: { level } }) ?? []
  expect(field).toMatchObject({ kind: 'choice', isNullable: true })
  expect(field?.choices.map(({ value }) => value)).toEqual([1, 'two'])
  expect(schemaFields({ properties: { maybe: { type: ['null'] } } })?.[0]?.choices).toEqual([])
})

it('33.1.7: a format is told by its name, and the bounds of all numbers are not told', () => {
  const long = `^${'[0-9]'.repeat(20)}$`
  expect(rulesInWords({ format: 'date', pattern: long })).toBe('A date, such as 2026-11-27.')
  expect(rulesInWords({ format: 'email', pattern: '@acme.com$' })).toBe(
    'A mail address. Of the form @acme.com$',
  )
  const day = { type: 'string', format: 'date', pattern: long }
  expect(sent({ day }, { day: 'today' }).broken.day).toBe(
    `A date, such as 2026-11-27. Of the form ${long}`,
  )
  const most = Number.MAX_SAFE_INTEGER
  expect(rulesInWords({ minimum: -most, maximum: most, multipleOf: 5 })).toBe('A multiple of 5.')
})
