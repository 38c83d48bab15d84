import { expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { chosenFiles } from './chosen-file.ts'

const limits = { file_types: ['application/pdf'], max_files_per_message: 4, max_file_megabytes: 2 }
const file = (name: string, megabytes: number, type = 'application/pdf') =>
  new File([new Uint8Array(megabytes * 1024 * 1024)], name, { type })

it('files that cannot go along are named, and keep no other from it', async () => {
  const gone = file('gone.pdf', 1)
  Object.defineProperty(gone, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) })
  const files = [
    file('one.pdf', 1),
    file('large.pdf', 3),
    file('film.mp4', 1, 'video/mp4'),
    gone,
    file('two.pdf', 2),
    file('three.pdf', 1),
    file('four.pdf', 1),
  ]
  const { added, problems } = await chosenFiles(files, [], limits, en)
  expect(added.map(({ name }) => name)).toEqual(['one.pdf', 'two.pdf', 'three.pdf'])
  expect(problems).toEqual([
    '“large.pdf” is too large: 2 MB at most.',
    '“film.mp4” is of a type that cannot be sent here.',
    'At most 4 files can be sent at once.',
    'A file could not be read.',
  ])
  expect(new Set(added.map(({ key }) => key)).size).toBe(3)
})
