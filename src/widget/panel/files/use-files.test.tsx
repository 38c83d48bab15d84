import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { useFiles } from './use-files.ts'

const limits = { file_types: ['application/pdf'], max_files_per_message: 4, max_file_megabytes: 2 }

it('33: why a file was refused is not said any more once the message has gone without it', async () => {
  const { result } = renderHook(() => useFiles(limits, en))
  await act(() => result.current.add([new File(['x'], 'film.mp4', { type: 'video/mp4' })]))
  expect(result.current.problem).toBe('“film.mp4” is of a type that cannot be sent here.')
  act(() => result.current.replace([]))
  expect(result.current.problem).toBeNull()
})
