import { describe, expect, it } from 'vitest'
import { faultsOf, namesAt, valuesAt } from './schema-hints.ts'

const schema = {
  type: 'object',
  required: ['mood'],
  properties: {
    mood: { enum: ['calm', 'cross'], description: 'How it speaks' },
    count: { type: 'integer' },
    done: { type: ['boolean', 'null'] },
    steps: { type: 'array', items: { $ref: '#/$defs/step' } },
  },
  $defs: {
    step: {
      anyOf: [
        { type: 'object', properties: { name: { type: 'string' } } },
        { type: 'object', properties: { wait: { type: 'number' } } },
      ],
    },
  },
}

describe('what a schema knows of a place in a JSON text', () => {
  it('tells the names of an object that are not there yet', () => {
    expect(namesAt(schema, [], ['count']).map(({ label }) => label)).toEqual([
      'mood',
      'done',
      'steps',
    ])
    expect(namesAt(schema, [], [])[0]).toMatchObject({ info: 'How it speaks' })
  })

  it('follows references and alternatives into lists', () => {
    expect(namesAt(schema, ['steps', 3], []).map(({ label }) => label)).toEqual(['name', 'wait'])
  })

  it('tells the values that are named', () => {
    expect(valuesAt(schema, ['mood']).map(({ label }) => label)).toEqual(['"calm"', '"cross"'])
    expect(valuesAt(schema, ['done']).map(({ label }) => label)).toEqual(['true', 'false', 'null'])
    expect(valuesAt(schema, ['nowhere'])).toEqual([])
  })

  it('says where a value does not fit', () => {
    const faults = faultsOf(schema, { mood: 'calm', count: 1.5, steps: [3] })
    expect(faults.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['count', 'steps.0']),
    )
    expect(faultsOf(schema, { mood: 'calm', count: 1 })).toEqual([])
    expect(faultsOf(schema, {})[0]?.path).toEqual([])
  })

  it('says nothing by a schema that cannot be used', () => {
    expect(faultsOf({ $ref: '#/$defs/none' }, {})).toEqual([])
    expect(faultsOf(null, {})).toEqual([])
    expect(namesAt({ $ref: '#/loop', loop: { $ref: '#/loop' } }, [], [])).toEqual([])
  })
})
