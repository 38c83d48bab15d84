import { expect, it } from 'vitest'
import { schemaFields } from '../../contract/agent-server/schema-fields.ts'
import { formValue, initialText } from './form-value.ts'

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
  })
  expect(formValue(fields, { amount: '7', reason: 'so' })).toEqual({
    value: { approved: false, amount: 7, reason: 'so' },
    problems: {},
  })
})

it('has no form for what is no object', () => {
  expect(schemaFields({ type: 'string' })).toBeNull()
  expect(schemaFields(null)).toBeNull()
  expect(schemaFields({ $ref: '#/definitions/none' })).toBeNull()
})
