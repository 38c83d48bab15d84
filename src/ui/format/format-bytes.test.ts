import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 B'],
  [812, '812 B'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [831_488, '812 kB'],
  [1_048_064, '1 MB'],
  [12_582_912, '12 MB'],
  [1_610_612_736, '1.5 GB'],
  [5_497_558_138_880, '5 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
