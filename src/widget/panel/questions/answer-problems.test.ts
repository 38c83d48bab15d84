import { expect, it } from 'vitest'
import { schemaFields } from '../../../contract/agent-server/input/schema-fields.ts'
import { en } from '../texts/en.ts'
import { answerOf } from './answer-problems.ts'

/** What is told of a text in a box of that schema; null where it is sent. */
function told(schema: object, text: string): string | null {
  const fields = schemaFields({ properties: { box: schema } }) ?? []
  return answerOf(fields, { box: text }, en).problems.box ?? null
}

it('33: limits of numbers and texts are held, at both ends', () => {
  const number = { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.1 }
  expect(['0', '0.3', '1'].map((text) => told(number, text))).toEqual([null, null, null])
  expect(['-1', '2', '0.25', 'x'].map((text) => told(number, text))).toEqual([
    'At least 0.',
    'At most 1.',
    en.wrongForm,
    'Write a number.',
  ])
  const open = { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 }
  expect(['0', '1', '3'].map((text) => told(open, text))).toEqual([
    en.wrongForm,
    null,
    en.wrongForm,
  ])
  const text = { type: 'string', minLength: 2, maxLength: 3, pattern: '^[a-z😀]+$' }
  expect(['ab', '😀😀😀'].map((words) => told(text, words))).toEqual([null, null])
  expect(['a', 'abcd', 'A1'].map((words) => told(text, words))).toEqual([
    'At least 2 characters.',
    'At most 3 characters.',
    en.wrongForm,
  ])
  expect(told({ type: 'string', pattern: '(?P<python>a)' }, 'b')).toBeNull()
})

it('33: an answer has what was said, with whole numbers to their last digit', () => {
  const schema = {
    required: ['isSure'],
    properties: {
      id: { type: 'integer' },
      isSure: { type: 'boolean' },
      note: { type: 'string' },
      way: { enum: [1, 2] },
    },
  }
  const written = { id: '9007199254740993', isSure: 'false', note: ' ', way: '2' }
  expect(answerOf(schemaFields(schema) ?? [], written, en)).toEqual({
    value: { id: 9007199254740993n, isSure: false, way: 2 },
    problems: {},
  })
})
