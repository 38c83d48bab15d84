import { expect, it } from 'vitest'
import { keyAction } from './review-keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, more: Partial<Parameters<typeof keyAction>[0]> = {}) =>
  keyAction({ key, code: '', ...none, ...more })

it('knows digits, letters in both cases and the question mark', () => {
  expect(press('1')).toEqual({ do: 'answer', digit: 1 })
  expect(press('9')).toEqual({ do: 'answer', digit: 9 })
  expect(press('0')).toBeNull()
  expect(press('n')).toEqual({ do: 'better', better: 'bad' })
  expect(press('T')).toEqual({ do: 'better', better: 'tie' })
  expect(press('m')).toEqual({ do: 'note' })
  expect(press('?', { shiftKey: true })).toEqual({ do: 'keys' })
  expect(press('x')).toBeNull()
  expect(press('Enter', { code: 'Enter' })).toBeNull()
  expect(press('1', { code: 'Numpad1' })).toEqual({ do: 'answer', digit: 1 })
  expect(press('End', { code: 'Numpad1' })).toBeNull()
  expect(press('Dead', { code: 'KeyN' })).toBeNull()
})

it('means nothing with a modifier', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey']) {
    expect(press('a', { [modifier]: true })).toBeNull()
    expect(press('1', { [modifier]: true })).toBeNull()
  }
})

it('goes by the place of a key where no Latin letter or digit is printed on it', () => {
  expect(press('ф', { code: 'KeyA' })).toEqual({ do: 'better', better: 'a' })
  expect(press('&', { code: 'Digit1' })).toEqual({ do: 'answer', digit: 1 })
  // An A stands at the place of Q on French keyboards.
  expect(press('a', { code: 'KeyQ' })).toEqual({ do: 'better', better: 'a' })
})
