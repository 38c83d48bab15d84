import { expect, it } from 'vitest'
import { attachFitting } from './attachments.ts'

const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024)
const file = (name: string, count: number) => new File([megabytes(count)], name)

it('one file that does not fit is named, and keeps no other from going along', async () => {
  const files = [file('one.pdf', 1), file('film.mp4', 9), file('two.pdf', 2), file('three.pdf', 3)]
  const { added, problem } = await attachFitting(files, [])
  expect(added.map(({ name }) => name)).toEqual(['one.pdf', 'two.pdf', 'three.pdf'])
  expect(problem).toBe('A message holds files of 8 MB together: “film.mp4” did not fit.')
  expect(new Set(added.map(({ key }) => key)).size).toBe(3)

  const more = await attachFitting([file('four.pdf', 2), file('five.pdf', 2)], added)
  expect(more.added.map(({ name }) => name)).toEqual(['four.pdf'])
  expect(more.problem).toContain('“five.pdf” did not fit')
})

it('one that cannot be read is named as well', async () => {
  const gone = file('gone.txt', 0)
  Object.defineProperty(gone, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) })
  const { added, problem } = await attachFitting([gone, file('here.txt', 0)], [])
  expect(added.map(({ name }) => name)).toEqual(['here.txt'])
  expect(problem).toBe('“gone.txt” could not be read.')
})
