import { expect, it } from 'vitest'
import { likeness } from './likeness.ts'

/** Names in the order in which the palette shows them; those that do not fit are left out. */
function found(typed: string, names: readonly string[]) {
  return names
    .map((name) => ({
      name,
      score: likeness(`deployment ${name}`, typed, [name, 'deployment', '3f05-2977']),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ name }) => name)
}

it('33.2.7: what is called as was typed comes before what merely resembles it', () => {
  const travel = Array.from({ length: 300 }, (_, index) => `travel-${String(300 - index)}`)
  expect(found('travel-297', travel)).toEqual(['travel-297'])
  expect(found('297', travel)[0]).toBe('travel-297')
  expect(found('Travel-2', travel)[0]).toBe('travel-2')
  expect(found('travel-29', travel).slice(0, 2)).toEqual(['travel-29', 'travel-299'])
  expect(found('examples', ['examples-python', 'my examples', 'examples'])).toEqual([
    'examples',
    'examples-python',
    'my examples',
  ])
  expect(found('fail at', ['A test that fails beside others', 'Fail at deliver'])[0]).toBe(
    'Fail at deliver',
  )
})

it('33.2.7: finds by all words in any order, and by an id, behind the names', () => {
  expect(found('two one', ['one and two', 'three'])).toEqual(['one and two'])
  expect(found('2977', ['three', 'for 2977'])).toEqual(['for 2977', 'three'])
  expect(found('tra 29', ['travel-1', 'travel-and-more-29'])[0]).toBe('travel-and-more-29')
  expect(likeness('Go to deployments', 'dploy', ['deployments'])).toBeGreaterThan(0)
  expect(found('dploy', ['deployer'])).toEqual([])
})

it('33.2.7: a page of the docs comes before the chapters that are called the same', () => {
  const kinds = { section: 'docs section x', page: 'docs page x' }
  const scores = Object.values(kinds).map((value) => likeness(value, 'examples', ['Examples']))
  expect(scores[1]).toBeGreaterThan(scores[0] ?? 1)
  expect(likeness('examples', 'examples', ['examples'])).toBeGreaterThan(scores[1] ?? 1)
  const search = likeness('docs search', 'exam', ['Search the docs for “exam”'])
  expect(search).toBeGreaterThan(0)
  expect(search).toBeLessThan(likeness(kinds.section, 'exam', ['More', 'Examples']))
})
