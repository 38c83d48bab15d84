import { expect, it } from 'vitest'
import { inputKind } from './input-kind.ts'

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})

it('is a message where the graph takes messages, whatever else it takes', () => {
  expect(inputKind(object({ messages: { type: 'array' }, topic: { type: 'string' } }))).toEqual({
    kind: 'message',
  })
})

it.each([[null], [undefined], [{}], [object({})], [true], ['text']])(
  'is a message where the server tells nothing of the input (%o)',
  (schema) => expect(inputKind(schema)).toEqual({ kind: 'message' }),
)

it('is a text for the only field, or for the only one that must be there', () => {
  const topic = { type: 'string', title: 'Topic' }
  expect(inputKind(object({ topic }))).toMatchObject({ kind: 'text', field: { name: 'topic' } })
  expect(inputKind(object({ topic, depth: { type: 'integer' } }, ['topic']))).toMatchObject({
    kind: 'text',
    field: { name: 'topic' },
  })
})

it('is a form where no single text is meant', () => {
  const both = object({ topic: { type: 'string' }, audience: { type: 'string' } })
  expect(inputKind(both)).toMatchObject({ kind: 'form', fields: [{ name: 'topic' }, {}] })
  expect(inputKind(object({ count: { type: 'integer' } }))).toMatchObject({ kind: 'form' })
  expect(inputKind(object({ list: { type: 'array' } }, ['list']))).toMatchObject({ kind: 'form' })
})

it('is JSON where the input is no object', () => {
  expect(inputKind({ type: 'array', items: { type: 'string' } })).toEqual({ kind: 'json' })
  expect(inputKind({ type: 'string' })).toEqual({ kind: 'json' })
})
