import { expect, it } from 'vitest'
import { faultsOf } from './schema-hints.ts'

const said = (schema: object, value: unknown) =>
  faultsOf({ properties: { a: schema }, additionalProperties: false }, { a: value }).map(
    ({ message }) => message,
  )

it.each<[object, unknown, string]>([
  [{ type: 'number' }, 'x', 'A number is wanted here.'],
  [{ type: ['string', 'null'] }, 5, 'A text or null is wanted here.'],
  [{ type: 'integer' }, 1.5, 'A whole number is wanted here.'],
  [{ required: ['to'] }, {}, '“to” is missing.'],
  [{ enum: ['a', 2, null] }, 'b', 'Only "a" or 2 or null can stand here.'],
  [{ const: 'cat' }, 'dog', 'Only "cat" can stand here.'],
  [{ const: true }, 'dog', 'Only true can stand here.'],
  [{ not: { type: 'string' } }, 'a', 'This is what cannot stand here.'],
  [{ minLength: 3 }, 'a', 'At least 3 characters.'],
  [{ maxLength: 1 }, 'abc', 'At most 1 character.'],
  [{ minItems: 1 }, [], 'At least 1 item.'],
  [{ maxItems: 2 }, [1, 2, 3], 'At most 2 items.'],
  [{ uniqueItems: true }, [1, 2, 1], 'Item 3 is there twice.'],
  [{ pattern: '^x' }, 'a', 'Of the form ^x'],
  [{ format: 'date' }, 'today', 'This is no “date”.'],
  [{ minimum: 10 }, 5, '5 is less than 10.'],
])('33.1.7: %j says of %j', (schema, value, words) => {
  expect(said(schema, value)).toEqual([words])
})

it('33.1.7: says what is of no kind, of several, and of no field', () => {
  const [either] = said({ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'x')
  expect(either).toBe('This is of none of the kinds that can stand here.')
  expect(said({ oneOf: [{}, {}] }, 'x')).toContain(
    'This is of several kinds of which only one can stand here.',
  )
  const faults = faultsOf({ additionalProperties: false }, { b: 1 })
  expect(faults.map(({ message }) => message)).toEqual(['This may not be here.'])
})
