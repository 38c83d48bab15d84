import { expect, it } from 'vitest'
import { parseDotenv } from './dotenv.ts'

it('reads names and values, with export, quotes and comments', () => {
  const text = [
    '# keys',
    'PLAIN=abc=def',
    'export EXPORTED = x # not a part',
    'DOUBLE="a \\"b\\"\\nc" # said',
    "SINGLE='a # b'",
    'HASH=a#b',
    'EMPTY=',
    '',
  ].join('\r\n')
  expect(parseDotenv(text)).toEqual({
    entries: [
      { name: 'PLAIN', value: 'abc=def' },
      { name: 'EXPORTED', value: 'x' },
      { name: 'DOUBLE', value: 'a "b"\nc' },
      { name: 'SINGLE', value: 'a # b' },
      { name: 'HASH', value: 'a#b' },
      { name: 'EMPTY', value: '' },
    ],
    unreadLines: [],
  })
})

it('takes the last value of a name and tells the lines that it cannot read', () => {
  expect(parseDotenv('A=1\nnot a setting\nA=2\n=x')).toEqual({
    entries: [{ name: 'A', value: '2' }],
    unreadLines: [2, 4],
  })
})
