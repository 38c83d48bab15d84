import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createRunBatch } from '../../contract/agent-server/stateless-runs.ts'
import { graphSchemaWords } from './issue-words.ts'
import { readInput } from './read-input.ts'

z.config(z.locales.en())

/** What is said of a field that is not as its schema wants it. */
const said = (schema: z.ZodMiniType, value?: unknown) =>
  readInput(z.object({ field: schema }), value === undefined ? {} : { field: value }, 'body').faults

it.each<[z.ZodMiniType, unknown, string]>([
  [z.nullish(z.number()), '10k', 'A number is wanted here.'],
  [z.int(), 1.5, 'A whole number is wanted here.'],
  [z.string(), undefined, 'This field is missing.'],
  [z.string(), null, 'A text is wanted here.'],
  [z.boolean(), 'yes', 'true or false is wanted here.'],
  [z.record(z.string(), z.unknown()), [], 'An object is wanted here.'],
  [z.string().check(z.minLength(1)), '', 'This may not be empty.'],
  [z.string().check(z.minLength(12)), 'short', 'At least 12 characters.'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'At most 1 item.'],
  [z.int().check(z.positive()), 0, 'More than 0.'],
  [z.int().check(z.gte(1)), 0, 'At least 1.'],
  [z.int().check(z.lte(100)), 101, 'At most 100.'],
  [z.enum(['asc', 'desc']), 'up', 'Only "asc" or "desc" can stand here.'],
  [z.enum(['asc', 'desc']), undefined, 'This field is missing.'],
  [z.guid(), 'seven', 'This is no UUID.'],
  [z.iso.datetime(), 'today', 'This is no time such as 2030-01-31T12:00:00Z.'],
  [z.string().check(z.regex(/^a/)), 'b', 'This is not in the form that is wanted here.'],
  [z.string().check(z.regex(/^a/, 'Begin with an a.')), 'b', 'Begin with an a.'],
  [z.union([z.string(), z.number()]), true, 'This is of none of the kinds that can stand here.'],
])('33: a fault is said in words: %#', (schema, value, msg) => {
  expect(said(schema, value)).toMatchObject([{ loc: ['body', 'field'], msg }])
})

it.each([
  ['Invalid input: expected string, received number', 'A text is wanted here.'],
  ['Expected number, received string', 'A number is wanted here.'],
  [
    'Invalid input: expected Tone, received number',
    'Invalid input: expected Tone, received number',
  ],
  ['Only brief answers, please', 'Only brief answers, please'],
])('33: a graph’s schema that says “%s” is told as “%s”', (said, told) => {
  expect(graphSchemaWords(said)).toBe(told)
})

it('33: what is written in camel case is not called missing', () => {
  const { faults } = readInput(createRunBatch.body, [{ assistantId: 3 }], 'body')
  expect(faults).toMatchObject([
    { loc: ['body', 0, 'assistant_id'], msg: 'A text is wanted here.' },
  ])
})
