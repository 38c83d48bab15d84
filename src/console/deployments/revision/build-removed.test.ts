import { expect, it } from 'vitest'
import { buildRemovedText } from './build-removed.ts'

it('says how long a build takes that was removed, where that is known', () => {
  const removed = { has_build: false }
  expect(buildRemovedText(removed, 42_000)).toBe(
    'Its build was removed to make room for newer ones. To deploy it again it is built first, which usually takes 42 s.',
  )
  for (const ms of [undefined, 18]) {
    expect(buildRemovedText(removed, ms)).toMatch(/it is built first\.$/)
  }
})

it('says nothing where a build is kept, or the server does not tell', () => {
  expect(buildRemovedText({ has_build: true }, 42_000)).toBeNull()
  expect(buildRemovedText({}, 42_000)).toBeNull()
})
