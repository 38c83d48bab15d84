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

describe('examples as the published client lists them', () => {
  const kept = {
    created_at: '2026-03-04T09:12:11.123456+00:00',
    dataset_id: '4f6c0c5e-6e0b-4d57-8a44-0f1f3c3e7b10',
    source_run_id: null,
    attachments: null,
  }
  const message = (kind: string, content: string) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', kind],
    kwargs: { content },
  })
  const listed = [
    {
      inputs: { messages: [[message('HumanMessage', 'Hello')]] },
      outputs: {
        generations: [
          [{ text: 'Hi', type: 'ChatGeneration', message: message('AIMessage', 'Hi') }],
        ],
      },
    },
    {
      inputs: { prompt: 'Go on' },
      outputs: { generations: [[{ text: 'On.', generation_info: null }]] },
    },
    {
      inputs: { question: 'Where is it?' },
      outputs: {
        message: { role: 'assistant', content: 'Wait.', tool_calls: [{ name: 'find', args: {} }] },
      },
    },
    { inputs: { question: 'And then?' }, outputs: null, metadata: { dataset_split: ['test'] } },
  ]

  it('expect what a model generated, and say which calls are left out', () => {
    const text = listed.map((one) => JSON.stringify({ ...kept, ...one })).join('\n')
    const read = readCaseFile({ text, name: 'examples.jsonl' })
    expect(read).toMatchObject({ format: 'langsmith_jsonl', faults: [] })
    expect(read.cases.map((one) => one.case.expected)).toEqual(['Hi', 'On.', 'Wait.', ''])
    expect(read.cases.map((one) => one.case.turns)).toMatchObject(
      ['Hello', 'Go on', 'Where is it?', 'And then?'].map((text) => [{ do: 'send', text }]),
    )
    expect(read.left_out).toContain('Calls of tools are not taken over: line 3.')
  })

  it('are the same in a table, and those that Python printed are named', () => {
    const rows = listed.map(({ inputs, outputs }) => ({
      inputs: JSON.stringify(inputs),
      outputs: JSON.stringify(outputs),
    }))
    const read = readCaseFile({ text: stringify(rows, { header: true }), name: 'a.csv' })
    expect(read.cases.map((one) => one.case.expected)).toEqual(['Hi', 'On.', 'Wait.', ''])
    const printed = [',inputs,outputs', `0,"{'question': 'Why?'}",None`].join('\n')
    expect(readCaseFile({ text: printed, name: 'a.csv' })).toMatchObject({
      cases: [],
      faults: [{ line: 2, column: 3, message: expect.stringContaining('as Python prints it') }],
    })
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
    const broken = readCaseFile({ text: 'outputs,inputs\nx,"{""q"": ""Hi"""\n', name: 'a.csv' })
    expect(broken.faults).toEqual([
      { line: 2, column: 3, message: 'This is no JSON: it ends too early.' },
    ])
    const other = readCaseFile({ text: 'a,b\nc,d\n', format: 'langsmith_csv' })
    expect(other.faults).toEqual([
      { line: 1, column: 1, message: expect.stringContaining('The header names no inputs') },
    ])
  })
})

it('33.3.9: names the columns that tell once more what another one tells', () => {
  const text = 'input_q,input_q,output_a,outputs\nHi,Bye,x,"{""a"": ""y""}"\n'
  const { cases, left_out } = readCaseFile({ text, name: 'a.csv' })
  expect(cases[0]?.case).toMatchObject({ turns: [{ text: 'Hi' }], expected: 'y' })
  expect(left_out).toEqual([
    '“input_q” is not taken over: line 1.',
    '“output_a” is not taken over: line 1.',
  ])
})
