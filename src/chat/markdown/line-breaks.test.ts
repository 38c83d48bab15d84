import { expect, it } from 'vitest'
import { withLineBreaks } from './line-breaks.ts'

it('keeps the lines that people wrote, and leaves paragraphs and code alone', () => {
  expect(withLineBreaks('To: Ana\r\nSubject: Hi\n\nBye')).toBe('To: Ana  \nSubject: Hi\n\nBye')
  const code = '```\na\nb\n```'
  expect(withLineBreaks(`See\n${code}\nand\nso on`)).toBe(`See\n${code}\nand  \nso on`)
})
