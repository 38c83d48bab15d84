import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { useFiles } from './use-files.ts'

const who = { embedKey: 'emb', identity: null }
const limits = { file_types: ['application/pdf'], max_files_per_message: 4, max_file_megabytes: 2 }

beforeEach(() => sessionStorage.clear())

const bill = () => new File(['x'], 'bill.pdf', { type: 'application/pdf' })
const open = () => renderHook(() => useFiles(who, limits, en))

it('33: why a file was refused is not said any more once the message has gone without it', async () => {
  const { result } = open()
  await act(() => result.current.add([new File(['x'], 'film.mp4', { type: 'video/mp4' })]))
  expect(result.current.problem).toBe('“film.mp4” is of a type that cannot be sent here.')
  act(() => result.current.replace([]))
  expect(result.current.problem).toBeNull()
})

it('33: the files that a page had when it was left are named, until a message goes without them', async () => {
  const { result, unmount } = open()
  await act(() => result.current.add([bill()]))
  unmount()
  const after = open().result
  expect(after.current.list).toEqual([])
  expect(after.current.problem).toBe('“bill.pdf” could not be brought back. Choose it again.')
  act(() => after.current.replace([]))
  expect(open().result.current.problem).toBeNull()
})

it('33: files on their way are named when the page is left before they have arrived', async () => {
  const { result, unmount } = open()
  await act(() => result.current.add([bill()]))
  const { list } = result.current
  let arrive = () => {}
  const sending = new Promise<void>((resolve) => (arrive = resolve))
  act(() => result.current.replace([]))
  const kept = result.current.keepWhile(list, sending)
  expect(open().result.current.problem).toMatch(/bill\.pdf/)
  arrive()
  await act(() => kept)
  unmount()
  expect(open().result.current.problem).toBeNull()
})
