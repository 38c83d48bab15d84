import { describe, expect, it } from 'vitest'
import { readCaseFile } from '../read-case-file.ts'

describe('a promptfoo file', () => {
  it('is a case for each test with each prompt', () => {
    const read = readCaseFile({
      name: 'promptfooconfig.yaml',
      text: `
prompts:
  - '{{question}}'
  - 'As a {{ plan }} customer: {{question}}'
  - '[{"role":"system","content":"Be short."},{"role":"user","content":"Hi, {{question}}"}]'
  - file://more.txt
providers: [openai:gpt-4.1]
defaultTest:
  vars: {plan: pro}
  assert:
    - {type: latency, threshold: 2500}
tests:
  - description: Cancelling
    vars: {question: How do I cancel?}
  - vars:
      question: [Why?, When?]
      plan: free
`,
    })
    expect(read).toMatchObject({ format: 'promptfoo', faults: [], variables: ['plan', 'question'] })
    expect(read.cases.map((one) => [one.line, one.case.key])).toEqual([
      [13, 'cancelling'],
      [13, 'cancelling-2'],
      [13, 'cancelling-3'],
      [15, 'why'],
      [15, 'as-a-free-customer-why'],
      [15, 'hi-why'],
      [15, 'when'],
      [15, 'as-a-free-customer-when'],
      [15, 'hi-when'],
    ])
    expect(read.cases.slice(0, 3).map((one) => one.case)).toMatchObject([
      { turns: [{ do: 'send', text: 'How do I cancel?' }], variables: { plan: 'pro' } },
      {
        turns: [{ do: 'send', text: 'As a {plan} customer: {question}' }],
        variables: { plan: 'pro', question: 'How do I cancel?' },
      },
      { turns: [{ do: 'send', text: 'Hi, {question}' }] },
    ])
    expect(read.cases[8]?.case.checks).toEqual([{ check: 'max_seconds', seconds: 2.5 }])
    expect(read.left_out).toEqual([
      'System messages are not taken over: line 5.',
      'Prompts that stand in other files or are code are not taken over: line 6.',
      '“providers” is not taken over: line 7.',
    ])
  })

  it('takes anchors, merged maps, sets and templates of assertions', () => {
    const read = readCaseFile({
      text: `
prompts: ['{{q}}']
assertionTemplates:
  polite: {type: icontains, value: please}
tests:
  - &first
    vars: {q: One}
    assert:
      - $ref: '#/assertionTemplates/polite'
      - type: assert-set
        assert: [{type: contains, value: one}]
  - <<: *first
    vars: {q: Two}
`,
    })
    const checks = [
      { check: 'contains', text: 'please', ignore_case: true },
      { check: 'contains', text: 'one' },
    ]
    expect(read.faults).toEqual([])
    expect(read.cases.map((one) => one.case)).toMatchObject([
      { key: 'one', checks },
      { key: 'two', checks },
    ])
  })

  it('of tests alone sends the variable that is a prompt', () => {
    const text = '- vars: {topic: a, prompt: Hello}\n- vars: {only: Bye}\n- vars: {a: b, c: d}\n'
    const read = readCaseFile({ text, name: 'tests.yaml' })
    expect(read.cases.map((one) => one.case.turns)).toEqual([
      [{ do: 'send', text: 'Hello' }],
      [{ do: 'send', text: 'Bye' }],
    ])
    expect(read.faults).toEqual([
      { line: 3, column: 3, message: 'There is no prompt, and no variable that could be one.' },
    ])
  })
})

it('sends the variable that is a prompt by its name where all prompts stand elsewhere', () => {
  const text =
    'prompts: [file://a.txt]\ntests:\n  - vars: {question: Why?, lang: de}\n  - vars: {a: Hi}\n'
  const read = readCaseFile({ text, name: 'promptfooconfig.yaml' })
  expect(read.faults).toEqual([])
  expect(read.cases.map((one) => one.case)).toMatchObject([
    { turns: [{ do: 'send', text: 'Why?' }], variables: { lang: 'de' } },
    { turns: [{ do: 'send', text: 'Hi' }] },
  ])
  expect(read.left_out).toContain('The variable “question” is sent, for want of a prompt: line 3.')
})

it('reads tests one a line, and names line and column of what is wrong', () => {
  const text = [
    '{"vars": {"input": "Hi"}, "assert": [{"type": "contains", "value": "Hello"}]}',
    '{"vars": {"input": "Bye"}',
    '{"vars": {"a": "b", "c": "d"}}',
  ].join('\n')
  const read = readCaseFile({ text, name: 'tests.jsonl' })
  expect(read.format).toBe('promptfoo')
  expect(read.cases).toMatchObject([
    {
      line: 1,
      case: {
        turns: [{ do: 'send', text: 'Hi' }],
        checks: [{ check: 'contains', text: 'Hello' }],
      },
    },
  ])
  expect(read.faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 26],
    [3, 1],
  ])
})

describe('a faulty promptfoo file', () => {
  it.each([
    ['prompts: [a\ntests:\n  - b: c\n', 2, 'This is no YAML'],
    ['prompts: [a]\ntests: [*missing]\n', 2, 'This is no YAML'],
    ['prompts: [a]\ntests: tests.csv\n', 2, 'The tests stand in another file, “tests.csv”.'],
    ['prompts: [a]\ntests:\n  - 7\n', 3, 'A test is an object'],
    [
      'prompts: [file://a]\ntests:\n  - vars: {a: b, c: d}\n',
      3,
      'There is no prompt, and no variable',
    ],
    ['a: b\n', 1, 'Here a list of “tests” was expected.'],
    ['just words', 1, 'Here a list of “tests” was expected.'],
  ])('is refused at the line: %j', (text, line, message) => {
    const read = readCaseFile({ text, format: 'promptfoo' })
    expect(read.cases).toEqual([])
    expect(read.faults).toMatchObject([{ line, message: expect.stringContaining(message) }])
  })

  it('fills no memory by aliases of aliases', () => {
    const rows = Array.from({ length: 12 }, (_, index) => {
      const before = index === 0 ? 'x' : `*a${index - 1}`
      return `a${index}: &a${index} [${Array(10).fill(before).join(', ')}]`
    })
    const read = readCaseFile({ text: `${rows.join('\n')}\ntests: *a11\n`, format: 'promptfoo' })
    expect(read.faults[0]?.message).toMatch(/^This is no YAML: Excessive alias count/)
  })
})
