import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCaseFile } from '../read-case-file.ts'

const cell = fc
  .string({
    unit: fc.constantFrom('a', 'Z', 'é', '漢', '😀', ' ', '"', ',', ';', '\t', '\n', "'", '0'),
  })
  .map((text) => `x${text}`)
const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })

describe('a table', () => {
  it.each([
    ['csv', ',', '\n'],
    ['csv', ';', '\r\n'],
    ['tsv', '\t', '\r\n'],
  ] as const)(
    'of %s with %j between its cells reads back as it was written',
    (format, delimiter, end) => {
      fc.assert(
        fc.property(rows, (written) => {
          const header = ['input', 'expected', 'plan']
          const text = stringify([header, ...written], {
            delimiter,
            record_delimiter: end,
            // A line feed alone is not quoted where rows end with more.
            quoted: end !== '\n',
            bom: true,
          })
          const read = readCaseFile({ text, name: `cases.${format}` })
          expect(read).toMatchObject({ format, faults: [], left_out: [], variables: ['plan'] })
          expect(
            read.cases.map(({ case: { turns, expected, variables } }) => [
              turns[0]?.do === 'send' && turns[0].text,
              expected,
              variables.plan,
            ]),
          ).toEqual(written)
        }),
      )
    },
  )

  it.each([';', ',', '|'])(
    '33: that begins with a line on its delimiter is read by that: sep=%s',
    (sep) => {
      const lines = [`sep=${sep}`, `key${sep}input${sep}expected`, `a${sep}hi${sep}yes`]
      const { cases, left_out } = readCaseFile({ text: lines.join('\r\n') })
      expect(cases.map((one) => one.case)).toMatchObject([
        { key: 'a', turns: [{ do: 'send', text: 'hi' }], expected: 'yes' },
      ])
      expect(cases[0]?.line).toBe(3)
      expect(left_out).toEqual([])
    },
  )

  it('keeps the line of each row where cells go over several lines', () => {
    const text = '\n\ninput,expected\n"one\ntwo",a\n,\n\nthree,b\n'
    expect(lines(text)).toEqual([4, 8])
  })

  it('tells its columns by their names, in any order and case', () => {
    const text = 'Tags, Reference ,ID,Question,Plan\n"a; b,a",Says how.,cancel-1,How?,pro\n'
    const read = readCaseFile({ text })
    expect(read.variables).toEqual(['Plan'])
    expect(read.cases[0]?.case).toMatchObject({
      key: 'cancel-1',
      tags: ['a', 'b'],
      turns: [{ do: 'send', text: 'How?' }],
      expected: 'Says how.',
      variables: { Plan: 'pro' },
    })
  })

  it('33.3.9: makes turns of what is asked and what is answered, and no variables', () => {
    const text = [
      'input,interrupt,Resume,plan',
      'a,refund,accept,pro',
      'b,,Reject,',
      'c,refund,"{""amount"": 10}",',
      'd,refund,Ask Ada first,',
      'e,refund,,',
      'f,,,',
      'g,,9007199254740993,',
    ].join('\n')
    const read = readCaseFile({ text, name: 'a.csv' })
    expect([read.variables, read.left_out]).toEqual([['plan'], []])
    const asked = { do: 'expect_interrupt', containing: 'refund' }
    const answer = (more: object) => ({ do: 'answer', ...more })
    expect(read.cases.map((one) => one.case.turns.slice(1))).toEqual([
      [asked, answer({ with: 'accept' })],
      [answer({ with: 'reject' })],
      [asked, answer({ with: 'resume', value: { amount: 10 } })],
      [asked, answer({ with: 'respond', text: 'Ask Ada first' })],
      [asked],
      [],
    ])
    // A number that would be rounded is no value of a case: it is said where it stands.
    expect(read.faults).toMatchObject([{ line: 8, column: 4 }])
  })

  it('makes a key of a name that is none, and refuses a key that is none', () => {
    const named = readCaseFile({ text: 'name,input\nRefund after 30 days,How?\n' })
    expect(named.cases[0]?.case.key).toBe('refund-after-30-days')
    const keyed = readCaseFile({ text: 'input,key\nHow?,a b\nWhy?,ok\n' })
    expect(keyed.cases.map((one) => one.case.key)).toEqual(['ok'])
    expect(keyed.faults).toEqual([
      { line: 2, column: 6, message: expect.stringContaining('A key has up to 100 letters') },
    ])
  })

  it('without a header has the input first and what is expected second', () => {
    const read = readCaseFile({ text: 'How?\tSays how.\tmore\nWhy?\t\t\n' })
    expect(read.format).toBe('tsv')
    expect(read.cases.map((one) => [one.line, one.case.key, one.case.expected])).toEqual([
      [1, 'how', 'Says how.'],
      [2, 'why', ''],
    ])
    expect(read.left_out).toEqual([
      expect.stringMatching(/^No header names a column “input”: from the first row on/),
      'Columns after the second are not taken over: no header names them.',
    ])
  })

  it('keeps the quotes of cells that were copied from a spreadsheet', () => {
    const read = readCaseFile({
      text: 'input\texpected\nA 5" pipe\tthe "blue" one\n"Yes" it is\tb\n',
    })
    expect(read.faults).toEqual([])
    expect(read.cases.map((one) => one.case.expected)).toEqual(['the "blue" one', 'b'])
    expect(read.cases[1]?.case.turns).toEqual([{ do: 'send', text: '"Yes" it is' }])
  })

  it('says which column is not taken over', () => {
    const read = readCaseFile({ text: 'input,plan,plan,\na,b,c,d\n', name: 'a.csv' })
    expect(read.left_out).toEqual([
      'Column 3 is not taken over: “plan” stands twice in the header.',
      'Column 4 is not taken over: no header names it.',
    ])
  })

  it('with more than 200 columns is refused', () => {
    const read = readCaseFile({ text: `input${',x'.repeat(200)}\na,b\n`, name: 'a.csv' })
    expect(read.cases).toEqual([])
    expect(read.faults).toEqual([
      { line: 1, column: 405, message: 'A table has at most 200 columns.' },
    ])
  })

  it('names line and column of each faulty row and gives the others', () => {
    const text = [
      'input,expected,key',
      'a,b,one',
      '"b"x,c,two',
      'é,d "e",three',
      'f,"never closed',
      'g,h,one',
      ',i,four',
      'j,k,five,more',
      'l,m,six',
    ].join('\n')
    const read = readCaseFile({ text, name: 'a.csv' })
    expect(read.cases.map((one) => one.case.key)).toEqual(['one', 'six'])
    expect(read.faults).toEqual([
      { line: 3, column: 1, message: expect.stringContaining('Text follows a closing quote.') },
      { line: 4, column: 3, message: expect.stringContaining('A quote stands in a cell') },
      { line: 5, column: 3, message: 'The quote that opens in line 5 is never closed.' },
      { line: 6, column: 5, message: 'The key “one” stands twice: lines 2 and 6.' },
      { line: 7, column: 1, message: 'The row has no input.' },
      {
        line: 8,
        column: 10,
        message: expect.stringContaining('The row has 4 cells, the header 3.'),
      },
    ])
  })
})

function lines(text: string): number[] {
  return readCaseFile({ text, name: 'a.csv' }).cases.map(({ line }) => line)
}

it.each([
  ['a.csv', 'input;plan, old;expected\nHi;a;x\n', { 'plan, old': 'a' }],
  ['a.csv', '"plan, old";input;expected\na;Hi;x\n', { 'plan, old': 'a' }],
  ['a.csv', 'question\tplan; new\texpected\nHi\ta\tx\n', { 'plan; new': 'a' }],
])(
  '33.3.9: what parts a header that names the input parts the cells: %s %j',
  (name, text, variables) => {
    const { cases, left_out } = readCaseFile({ text, name })
    expect([cases.length, left_out]).toEqual([1, []])
    expect(cases[0]?.case).toMatchObject({ turns: [{ text: 'Hi' }], expected: 'x', variables })
  },
)

it('33.3.9: says of a table of one column that its first row is taken for what is said', () => {
  for (const text of ['utterance\nHi\n', 'input|expected\nHi|x\n']) {
    const { cases, left_out } = readCaseFile({ text, name: 'a.csv' })
    expect(cases).toHaveLength(2)
    expect(left_out).toEqual([
      'No header names a column “input”: from the first row on, each row is what is said.',
    ])
  }
})
