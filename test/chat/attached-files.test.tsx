import { renderHook, waitFor } from '@testing-library/react'
import { act } from 'react'
import { expect, it } from 'vitest'
import { useAttachments } from '../../src/chat/composer/composer-files.tsx'

const file = (name: string, megabytes: number) =>
  new File([new Uint8Array(megabytes * 1024 * 1024)], name)

it('33.1.8: files that are dropped while others are being read are counted with those', async () => {
  const { result } = renderHook(useAttachments)
  act(() => {
    result.current.add([file('one.bin', 5)])
    result.current.add([file('two.bin', 5), file('three.bin', 2)])
  })
  await waitFor(() => expect(result.current.problem).not.toBeNull())
  expect(result.current.list.map(({ name }) => name)).toEqual(['one.bin', 'three.bin'])
  expect(result.current.problem).toBe(
    'A message holds files of 8 MB together: “two.bin” did not fit.',
  )
  // Each is taken away by itself.
  expect(new Set(result.current.list.map(({ key }) => key)).size).toBe(2)
})
