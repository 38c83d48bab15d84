import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Case, type CaseTurn } from '../../../../contract/qa/cases.ts'
import { readCaseFile } from '../read-case-file.ts'

const text = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((one) => one.trim() !== '' && !/[\0\r]|\p{Surrogate}/u.test(one))
const turn: fc.Arbitrary<CaseTurn> = fc.oneof(
  fc.record({ do: fc.constant('send' as const), text }),
  fc.record({ do: fc.constant('expect_interrupt' as const), containing: text }),
  fc.record({ do: fc.constant('drop' as const), after: fc.record({ ms: fc.nat(1_000) }) }),
)
const cases = fc.uniqueArray(
  fc.record({
    key: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/),
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    expected: text,
    variables: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text),
  }),
  { selector: ({ key }) => key, minLength: 1, maxLength: 5 },
)

it('reads back the cases that were written one a line', () => {
  fc.assert(
    fc.property(cases, (written) => {
      const whole = written.map((one) => Case.parse(one))
      const file = whole.map((one) => `${JSON.stringify(one)}\n`).join('')
      const read = readCaseFile({ text: file, name: 'suite-v1.jsonl' })
      expect(read.faults).toEqual([])
      expect(read.cases.map((one) => one.case)).toEqual(whole)
    }),
  )
})

it('reads what a first line says of the suite, and says so where that cannot be read', () => {
  const one = '{"key":"a","turns":[{"do":"send","text":"Hello"}]}'
  const suite =
    '{"suite":{"name":"Refunds","rubric":[{"key":"tone","label":"Tone","kind":"scale"}]}}'
  const good = readCaseFile({ text: `${suite}\n${one}\n` })
  expect(good).toMatchObject({ format: 'jsonl', faults: [], left_out: [] })
  expect(good.suite).toEqual({
    name: 'Refunds',
    rubric: [{ key: 'tone', label: 'Tone', kind: 'scale' }],
  })
  expect(good.cases.map(({ line }) => line)).toEqual([2])
  const bad = readCaseFile({ text: `{"suite":{"name":7}}\n${one}\n` })
  expect(bad.left_out).toEqual([
    'What is said of the suite cannot be read and is not taken over: line 1.',
  ])
  expect(bad.cases).toHaveLength(1)
  expect(bad.suite).toBeNull()
})

it('names line and column of what is wrong, and gives the good lines all the same', () => {
  const lines = [
    '{"key":"a","turns":[{"do":"send","text":"Hello"}]}',
    '{"key":"b","turns":[{"do":"send","text":"Hello"}]',
    '{"key":"c" "turns":[]}',
    '{"key":"d","turns":[{"do":"sned"}]}',
    '{"key":"e","turns":[{"do":"send","text":7}],"colour":1}',
    '{"key":"f","turns":[{"do":"send"}]}',
    '{"key":"g","turns":[{"do":"send","text":"x"}],"checks":[{"check":"matches","pattern":"("}]}',
    '{"key":"h"}',
    '7',
    '{"key":5,"turns":[]}',
    '{"key":"z","turns":[{"do":"send","text":"Bye"}]}',
  ]
  const read = readCaseFile({ text: lines.join('\n'), format: 'jsonl' })
  expect(read.cases.map((one) => [one.line, one.case.key])).toEqual([
    [1, 'a'],
    [11, 'z'],
  ])
  expect(read.faults).toEqual([
    { line: 2, column: 50, message: 'This is no JSON: it ends too early.' },
    { line: 3, column: 12, message: 'This is no JSON: “"” does not fit here.' },
    {
      line: 4,
      column: 27,
      message:
        '“turns[0].do”: Only "send" or "expect_interrupt" or "answer" or "cancel" or "drop" or "meanwhile" can stand here.',
    },
    { line: 5, column: 1, message: 'A case has no field “colour”.' },
    { line: 5, column: 41, message: '“turns[0].text”: A text is wanted here.' },
    { line: 6, column: 21, message: 'Write what is sent: a text or an input.' },
    { line: 7, column: 86, message: '“(” is no regular expression.' },
    { line: 8, column: 1, message: '“turns”: This field is missing.' },
    { line: 9, column: 1, message: 'Here an object in braces was expected.' },
    { line: 10, column: 8, message: '“key” must be text.' },
  ])
})

it('takes a line with an input as a row of a table', () => {
  const read = readCaseFile({
    text: '{"input":"How do I cancel?","expected":"Says how.","tags":["billing"],"plan":"pro"}',
  })
  expect(read).toMatchObject({ format: 'jsonl', faults: [], variables: ['plan'] })
  expect(read.cases[0]?.case).toMatchObject({
    key: 'how-do-i-cancel',
    turns: [{ do: 'send', text: 'How do I cancel?' }],
    expected: 'Says how.',
    tags: ['billing'],
    variables: { plan: 'pro' },
  })
})

it('takes what a line with an input says of a case besides, each with its faults', () => {
  const lines = [
    '{"input":"Hi","checks":[{"check":"contains","text":"Hello"}],"has_side_effects":true,"plan":"pro","variables":{"name":"Ann"}}',
    '{"input":"Hi","checks":[{"check":"contians","text":"Hello"}]}',
    '{"input":"Hi","checks":"a column of that name","start":5,"has_side_effects":null}',
  ]
  const { cases, faults, variables } = readCaseFile({ text: lines.join('\n') })
  expect(cases.map((one) => one.case)).toMatchObject([
    {
      turns: [{ do: 'send', text: 'Hi' }],
      checks: [{ check: 'contains', text: 'Hello' }],
      has_side_effects: true,
      variables: { plan: 'pro', name: 'Ann' },
    },
    {
      checks: [],
      has_side_effects: false,
      variables: { checks: 'a column of that name', start: '5', has_side_effects: '' },
    },
  ])
  expect(variables).toEqual(['plan', 'name', 'checks', 'start', 'has_side_effects'])
  expect(faults).toMatchObject([{ line: 2, column: 34 }])
  expect(faults[0]?.message).toMatch(/^“checks\[0\].check”: Only/)
})

it('33.3.9: takes what is no text as the input of the graph, and an answer as it is written', () => {
  const text = [
    '{"input": {"city": "Rome"}, "order": 12345678901234567890}',
    '{"input": "Hi", "interrupt": "city", "resume": ["Rome", "Bari"], "tags": ["a", "b"]}',
    '{"input": {"order": 12345678901234567890}}',
  ].join('\n')
  const { cases, faults } = readCaseFile({ text, name: 'a.jsonl' })
  expect(cases.map((one) => one.case)).toMatchObject([
    {
      turns: [{ do: 'send', input: { city: 'Rome' } }],
      variables: { order: '12345678901234567890' },
    },
    {
      turns: [
        { do: 'send', text: 'Hi' },
        { do: 'expect_interrupt', containing: 'city' },
        { do: 'answer', with: 'resume', value: ['Rome', 'Bari'] },
      ],
      tags: ['a', 'b'],
    },
  ])
  // A number that would be rounded is no value of a case.
  expect(faults).toMatchObject([{ line: 3, column: 11 }])
})
