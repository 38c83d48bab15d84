/**
 * The tester itself, for a short while and always with the same actions: what must hold holds whatever the moments are
 * at which they come. `npm run chaos` goes on for as long as one likes.
 */
import { afterEach, expect, it } from 'vitest'
import { minutes } from '../helpers/patience.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { drawActions } from './actions.ts'
import { Site } from './machines/site.ts'
import { playRound } from './round.ts'

let site: Site | undefined
afterEach(() => site?.close())

async function play(seed: number, count: number) {
  if (!site) throw new Error('There is no site.')
  const actions = drawActions(seed, site.around).slice(0, count)
  return playRound(
    site,
    actions.map((action, number) => ({ ...action, number })),
  )
}

const timeout = minutes(3)

it('§3, §6 one server with its embedded database keeps what it has acknowledged', {
  timeout,
}, async () => {
  site = await Site.open({ servers: 1, database: 'embedded' })
  const { defects, asked } = await play(337, 30)
  expect(defects.join('\n')).toBe('')
  expect(asked).toBeGreaterThan(0)
})

it('§3, §6 two servers on one PostgreSQL keep what they have acknowledged', {
  timeout,
}, async () => {
  site = await Site.open({ servers: 2, database: { url: await createPostgresDatabase() } })
  const { defects, asked } = await play(782, 28)
  expect(defects.join('\n')).toBe('')
  expect(asked).toBeGreaterThan(0)
})
