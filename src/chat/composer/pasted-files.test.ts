import { expect, it } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const file = (name: string, type: string) => ({ name, type }) as File
const picture = file('image.png', 'image/png')
const paste = (text: string, ...files: File[]) =>
  pastedFiles({ files, getData: () => text } as unknown as DataTransfer)

it.each([
  ['cells of a spreadsheet are text, with a picture of it (C6)', 'a\tb\r\n1\t2', [], [picture]],
  ['a picture alone is a file', '', [picture], []],
  ['a file from a file manager is one, though its name comes along', 'image.png', [picture], []],
  ['also with its address', 'file:///home/ada/image.png\n', [picture], []],
])('%s', (_what, text, files, pictures) => {
  expect(paste(text, picture)).toEqual({ files, pictures })
})

it('what is no picture is no picture of a text', () => {
  const report = file('report.pdf', 'application/pdf')
  expect(paste('See the report', report, picture)).toEqual({ files: [report], pictures: [picture] })
})
