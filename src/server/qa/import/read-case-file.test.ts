import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Case } from '../../../contract/qa/cases.ts'
import { importFormats, readCases } from '../../../contract/qa/suites.ts'
import { readCaseFile } from './read-case-file.ts'

describe('lines', () => {
  it('are a message each; empty ones are none', () => {
    const read = readCaseFile({ text: '\uFEFFHow do I cancel?\r\n\r\n  2 + 2?\rHow do I cancel\n' })
    expect(read).toMatchObject({ format: 'lines', faults: [], left_out: [], variables: [] })
    expect(read.cases.map((one) => [one.line, one.case.key, one.case.turns])).toEqual([
      [1, 'how-do-i-cancel', [{ do: 'send', text: 'How do I cancel?' }]],
      [3, 'case-2', [{ do: 'send', text: '2 + 2?' }]],
      [4, 'how-do-i-cancel-2', [{ do: 'send', text: 'How do I cancel' }]],
    ])
  })

  it('are complete cases', () => {
    const [one] = readCaseFile({ text: 'Hello' }).cases
    expect(one?.case).toEqual(Case.parse({ key: 'hello', turns: [{ do: 'send', text: 'Hello' }] }))
  })
})

describe('keys', () => {
  const keyOf = (text: string) => readCaseFile({ text, format: 'lines' }).cases[0]?.case.key

  it('are made of the words, of at most 40 characters and cut between words', () => {
    expect(keyOf('Wie kündige ich? Ça va, “naïve” user’s!')).toBe(
      'wie-kundige-ich-ca-va-naive-users',
    )
    expect(keyOf('Please tell me how I can cancel my subscription')).toBe(
      'please-tell-me-how-i-can-cancel-my',
    )
    expect(keyOf('x'.repeat(50))).toBe('x'.repeat(40))
    expect(keyOf('キャンセル')).toBe('case-1')
  })

  it('are letters, digits and dashes, and stand once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 30 }), (messages) => {
        const read = readCaseFile({ text: [...messages, ...messages].join('\n'), format: 'lines' })
        const keys = read.cases.map((one) => one.case.key)
        expect(new Set(keys).size).toBe(keys.length)
        for (const key of keys) expect(key).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/)
      }),
    )
  })

  it('that are made give way to those that are given further down', () => {
    const read = readCaseFile({ text: 'input,key\nHow?,\nWhy?,how\n', name: 'a.csv' })
    expect(read.cases.map((one) => one.case.key)).toEqual(['how-2', 'how'])
  })
})

describe('limits', () => {
  it('leave out what is over 2,000 cases, and say so', () => {
    const text = Array.from({ length: 2_003 }, (_, index) => `Message ${index}`).join('\n')
    const read = readCaseFile({ text })
    expect(read.cases).toHaveLength(2_000)
    expect(read.faults).toEqual([
      {
        line: 2_001,
        column: 1,
        message:
          'A suite has at most 2,000 cases: what follows from line 2001 on is not taken over.',
      },
    ])
  })

  it.each([
    ['jsonl', '{"key":7}\n'.repeat(9_000), 4_001],
    ['chat_jsonl', '{}\n'.repeat(9_000), 4_001],
    ['csv', `input\n${'"a"b\n'.repeat(9_000)}`, 4_000],
    ['langsmith_jsonl', `[${'{},\n'.repeat(9_000)}{}]`, 4_001],
    ['adk', `{"eval_cases":[${'{},\n'.repeat(9_000)}{}]}`, 4_001],
    ['promptfoo', `tests:\n${'- {}\n'.repeat(9_000)}`, 4_001],
  ] as const)('end the reading of %s after 4,000 rows', (format, text, count) => {
    const last = readCaseFile({ text, format }).faults.at(-1)
    const rest = (count - 500).toLocaleString('en')
    expect(last?.message).toBe(`${rest} more faults follow from here on.`)
  })

  it('say where reading ends', () => {
    const { faults } = readCaseFile({ text: 'Hello\n'.repeat(9_000), format: 'lines' })
    expect(faults.at(-1)).toEqual({
      line: 4_001,
      column: 1,
      message: 'At most 4,000 rows are read: reading ends here.',
    })
  })

  it('end the reading of a table at a row of more than 1,000 cells', () => {
    const read = readCaseFile({
      text: `input,b\nHello,c\n${','.repeat(2_000)}\nBye,d\n`,
      name: 'a.csv',
    })
    expect(read.cases).toHaveLength(1)
    expect(read.faults).toEqual([
      { line: 3, column: 1_001, message: 'A row has at most 1000 cells: reading ends here.' },
    ])
  })

  it('refuse a turn over 256 KB at its line', () => {
    const read = readCaseFile({ text: `Hello\n${'é'.repeat(150_000)}` })
    expect(read.cases).toHaveLength(1)
    expect(read.faults).toEqual([
      { line: 2, column: 1, message: 'The turn has 293 KB. It may have 256 KB at most.' },
    ])
  })

  it('tell of a great many faults the first', () => {
    const { faults } = readCaseFile({ text: '{\n'.repeat(3_000), format: 'jsonl' })
    expect(faults.length).toBeLessThanOrEqual(501)
    const many = readCaseFile({ text: '7\n'.repeat(3_000), format: 'jsonl' }).faults
    expect(many).toHaveLength(501)
    expect(many.at(-1)).toEqual({
      line: 501,
      column: 1,
      message: '2,500 more faults follow from here on.',
    })
  })
})

describe('a file that holds no cases', () => {
  it.each([
    ['', 'There is nothing in it.'],
    ['\uFEFF \r\n', 'There is nothing in it.'],
    ['PK\u0003\u0004\0\0', 'This is none of the files'],
    ['%PDF-1.7\n', 'This is none of the files'],
    ['<?xml version="1.0"?><a/>', 'This is none of the files'],
    ['input,expected\n', 'There is no case in it.'],
  ])('is refused with a sentence: %j', (text, message) => {
    const read = readCaseFile({ text })
    expect(read.cases).toEqual([])
    expect(read.faults).toEqual([{ line: 1, column: 1, message: expect.stringContaining(message) }])
  })

  it('may be nested however deep', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const read = readCaseFile({ text: `{"turns":[{"do":"send","input":${deep}}]}` })
    expect(read.faults.map(({ message }) => message)).toEqual([
      'It is nested too deeply to be read.',
    ])
  })
})

it('throws for no text in any format, and answers in the promised shape', () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\n',
      '\t',
      '- ',
      'tests:',
      'prompts:',
      'assert',
      'type',
      'vars',
    ],
    ...[
      '{{x}}',
      'input',
      'inputs',
      'messages',
      'role',
      'user',
      'eval_cases',
      'conversation',
      '&a',
      '*a',
      '\\',
    ],
    ...[
      '"turns":[{"do":"send","text":"x"}]',
      '\0',
      '\uD800',
      '\uFEFF',
      '1',
      'null',
      '__proto__',
      '<<:',
    ],
  )
  const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      text,
      fc.option(fc.constantFrom(...importFormats), { nil: undefined }),
      (one, format) => {
        const read = readCaseFile({ text: one, format })
        expect(readCases.response.safeParse(read).success).toBe(true)
        expect(read.cases.length + read.faults.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 2_000 },
  )
})
