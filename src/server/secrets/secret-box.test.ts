import { expect, it } from 'vitest'
import { secretBox } from './secret-box.ts'

const box = secretBox('one key that is long enough for this')

it('opens what it sealed, in the same place and with the same key only', () => {
  const sealed = box.seal('a password', 'here')
  expect(sealed).not.toContain('a password')
  expect(box.open(sealed, 'here')).toBe('a password')
  expect(box.seal('a password', 'here')).not.toBe(sealed)
  expect(() => box.open(sealed, 'elsewhere')).toThrow()
  expect(() => secretBox('another key that is long enough').open(sealed, 'here')).toThrow()
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => box.open(changed, 'here')).toThrow()
  expect(() => box.open('', 'here')).toThrow()
})

it('derives the same 256 bits for the same purpose and text, others for others', () => {
  expect(Buffer.from(box.derive('a', 'x'), 'base64url')).toHaveLength(32)
  expect(box.derive('a', 'x')).toBe(box.derive('a', 'x'))
  expect(new Set([box.derive('a', 'x'), box.derive('a', 'y'), box.derive('b', 'x')]).size).toBe(3)
})
