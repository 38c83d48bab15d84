import { expect, it } from 'vitest'
import { overtakenWords, savedElsewhere } from './saved-elsewhere.ts'

const before = { name: 'shop', ref: 'main', on: false, rows: [{ language: 'de' }] }

it('what was saved elsewhere is taken where nothing is typed, and told where something else is', () => {
  const typed = { ...before, ref: 'dev', rows: [] }
  const saved = { name: 'Shop', ref: 'next', on: true, rows: [{ language: 'fr' }] }
  expect(savedElsewhere(before, typed, saved)).toEqual({
    taken: ['name', 'on'],
    overtaken: ['ref', 'rows'],
  })
})

it('what was saved as it is typed here, or was not saved anew, is nothing to tell', () => {
  const typed = { ...before, ref: 'dev', on: true }
  expect(savedElsewhere(before, typed, { ...before, on: true })).toEqual({
    taken: [],
    overtaken: [],
  })
})

it('a field tells what was saved as far as it can be read there', () => {
  expect(overtakenWords('next')).toBe(
    'Saved elsewhere meanwhile as “next”. Saving puts yours in its place.',
  )
  expect(overtakenWords('')).toBe('Emptied elsewhere meanwhile. Saving puts yours in its place.')
  expect(overtakenWords('long '.repeat(40))).toBe(
    'Saved elsewhere meanwhile. Saving puts yours in its place.',
  )
})
