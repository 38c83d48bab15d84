import { expect, it } from 'vitest'
import { ApiError } from '../../../client/api-error.ts'
import { schemaFields } from '../../../contract/agent-server/input/schema-fields.ts'
import { faultsOfInput, refusalWords } from './told-faults.ts'

const input = { type: 'object', properties: { topic: { title: 'What about' }, parts: {} } }
const context = { type: 'object', properties: { tone: { title: 'Tone of voice' } } }

const refusal = (...faults: [loc: (string | number)[], msg: string][]) =>
  new ApiError({
    endpoint: 'createRun',
    kind: 'http',
    status: 422,
    message: 'A sentence that is cut o…',
    fieldErrors: faults.map(([loc, msg]) => ({ loc, msg, type: 'value_error' })),
  })

it('names fields of input and context as the forms do, wherever a context is looked for', () => {
  const long = 'Missing. '.repeat(100)
  const error = refusal(
    [['body', 'config', 'configurable', 'tone'], long],
    [['body', 'context', 'tone'], 'No.'],
    [['body', 'context', 'depth'], 'No.'],
    [['body', 'input', 'parts', 1, 'title'], 'No.'],
    [['body', 'input'], 'No.'],
    [['body', 'assistant_id'], 'No.'],
  )
  expect(refusalWords(error, { input, context })).toBe(
    `Tone of voice: ${long} Tone of voice: No. depth: No. parts › entry 2 › title: No. input: No. assistant_id: No.`,
  )
})

it('says a refusal that names no place as it is', () => {
  expect(refusalWords(refusal(), { input: null, context: null })).toBe('A sentence that is cut o…')
  expect(refusalWords(new Error('Gone.'), { input, context })).toBe('Gone.')
})

it('tells faults at the fields of a form, and only there', () => {
  const error = refusal(
    [['body', 'input', 'topic'], 'No.'],
    [['body', 'input', 'topic'], 'Never.'],
    [['body', 'input', 'parts', 0], 'Empty.'],
    [['body', 'input', 'strange'], 'What?'],
    [['body', 'context', 'topic'], 'Not here.'],
  )
  expect(faultsOfInput(error, schemaFields(input) ?? [])).toEqual({
    topic: 'No. Never.',
    parts: 'In entry 1: Empty.',
  })
  expect(faultsOfInput(new Error('Gone.'), schemaFields(input) ?? [])).toEqual({})
})
