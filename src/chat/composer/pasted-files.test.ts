import { expect, it } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const file = (name: string, type: string) => ({ name, type }) as File
const picture = file('image.png', 'image/png')
const paste = (text: string, ...files: File[]) => pastedFiles({ files, text })

it.each([
  ['cells of a spreadsheet are text, with a picture of it (C6)', 'a\tb\r\n1\t2', true],
  ['a picture alone is a file', '', false],
  ['a file from a file manager is one, though its name comes along', 'image.png', false],
  ['also with its address', 'file:///home/ada/image.png\n', false],
])('%s', (_what, text, isText) => {
  const [files, pictures] = isText ? [[], [picture]] : [[picture], []]
  expect(paste(text, picture)).toEqual({ isText, files, pictures })
})

it('what is no picture goes along with the text, which is pasted as well', () => {
  const report = file('report.pdf', 'application/pdf')
  expect(paste('See the report', report, picture)).toEqual({
    isText: true,
    files: [report],
    pictures: [picture],
  })
})
