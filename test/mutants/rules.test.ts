import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rules } from './rules.ts'
import { stores, subjects } from './subjects.ts'

it('what every rule breaks stands once in its file, and its tests are there', () => {
  const faults = rules.flatMap(({ says, file, from, tests }) => {
    const places = existsSync(file) ? readFileSync(file, 'utf8').split(from).length - 1 : 0
    const gone = tests.filter((test) => !existsSync(test))
    return [
      ...(places === 1 ? [] : [`${says}: ${places} places in ${file}`]),
      ...gone.map((test) => `${says}: there is no ${test}`),
    ]
  })
  expect(faults).toEqual([])
  expect(new Set(rules.map(({ says, file }) => `${says} (${file})`)).size).toBe(rules.length)
})

it('every file whose operators are tried is there, with its tests', () => {
  const named = [...subjects, ...stores].flatMap(({ files, tests }) => [...files, ...tests])
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})
