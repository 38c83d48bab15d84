import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { readCaseFile } from '../read-case-file.ts'

const examples = [
  {
    id: 'd1c9',
    inputs: { question: 'Why?' },
    outputs: { answer: 'Because.' },
    metadata: { dataset_split: ['base'], lang: 'en', weight: 2 },
  },
  {
    id: 'd1ca',
    inputs: { messages: [{ type: 'human', data: { content: 'Hi' } }] },
    outputs: {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello.' },
      ],
    },
  },
  {
    id: 'd1cb',
    inputs: { question: 'Which plan?', customer: { plan: 'pro' } },
    outputs: { label: 'pro', score: 1 },
  },
  {
    id: 'd1cc',
    inputs: {
      input: [{ lc: 1, id: ['langchain', 'schema', 'HumanMessage'], kwargs: { content: 'Bye' } }],
    },
    outputs: { output: { type: 'ai', content: 'Farewell.' } },
  },
]
const expected = [
  {
    key: 'why',
    turns: [{ do: 'send', text: 'Why?' }],
    expected: 'Because.',
    tags: ['base'],
    variables: { lang: 'en', weight: '2' },
  },
  { key: 'hi', turns: [{ do: 'send', text: 'Hi' }], expected: 'Hello.' },
  {
    key: 'which-plan',
    turns: [{ do: 'send', input: { question: 'Which plan?', customer: { plan: 'pro' } } }],
    expected: JSON.stringify({ label: 'pro', score: 1 }, null, 2),
  },
  { key: 'bye', turns: [{ do: 'send', text: 'Bye' }], expected: 'Farewell.' },
]

describe('exported examples', () => {
  it.each([
    ['one a line', examples.map((one) => JSON.stringify(one)).join('\n'), [1, 2, 3, 4]],
    ['in one list', JSON.stringify(examples), [1, 1, 1, 1]],
  ])('%s are cases', (_, text, lines) => {
    const read = readCaseFile({ text, name: 'examples.json' })
    expect(read).toMatchObject({ format: 'langsmith_jsonl', faults: [] })
    expect(read.cases.map(({ line }) => line)).toEqual(lines)
    expect(read.cases.map((one) => one.case)).toMatchObject(expected)
    expect(read.variables).toEqual(['lang', 'weight'])
    expect(read.left_out).toEqual([expect.stringContaining('“id” is not taken over')])
  })

  it('in a table with a column for each part are cases', () => {
    const rows = examples.map(({ inputs, outputs, metadata = {} }) => ({
      inputs,
      outputs,
      metadata,
    }))
    const read = readCaseFile({ text: stringify(rows, { header: true }), name: 'examples.csv' })
    expect(read).toMatchObject({ format: 'langsmith_csv', faults: [], left_out: [] })
    expect(read.cases.map((one) => one.case)).toMatchObject(expected)
  })

  it('in a table with a column for each field are cases', () => {
    const text = 'id,input_question,output_answer,metadata_lang\n1,Why?,"Because, yes.",en\n'
    const read = readCaseFile({ text })
    expect(read).toMatchObject({ format: 'langsmith_csv', faults: [], variables: ['lang'] })
    expect(read.cases[0]?.case).toMatchObject({
      turns: [{ do: 'send', text: 'Why?' }],
      expected: 'Because, yes.',
      variables: { lang: 'en' },
    })
    expect(read.left_out).toEqual(['“id” is not taken over: line 1.'])
  })
})

describe('examples that are none', () => {
  it('are named by their line and column', () => {
    const text = '{"id":1,"inputs":{}}\n{"outputs":{"a":"b"}}\n{"inputs":{"q":"Hi"}}\n'
    const read = readCaseFile({ text })
    expect(read.cases.map(({ line }) => line)).toEqual([3])
    expect(read.faults).toEqual([
      { line: 1, column: 18, message: 'The example has no inputs.' },
      { line: 2, column: 1, message: 'The example has no inputs.' },
    ])
  })

  it('are named in a table too, and so is a header without inputs', () => {
    const text = 'inputs,outputs\n,x\n"{""q"":""Hi""}",y,z\n"{""q"":""Hi""}",y\n'
    const read = readCaseFile({ text, format: 'langsmith_csv' })
    expect(read.cases.map(({ line }) => line)).toEqual([4])
    expect(read.faults.map(({ line }) => line)).toEqual([2, 3])
    const other = readCaseFile({ text: 'a,b\nc,d\n', format: 'langsmith_csv' })
    expect(other.faults).toEqual([
      { line: 1, column: 1, message: expect.stringContaining('The header names no inputs') },
    ])
  })
})
