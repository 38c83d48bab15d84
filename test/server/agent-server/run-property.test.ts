/**
 * Random sequences of everything that can happen to the runs of a thread, against a model of the
 * requirements. The suite tries the same 112 each time; `QUARTERDECK_PROPERTY_SECONDS=600` searches
 * for so long among others, `QUARTERDECK_PROPERTY_SEED` repeats a search.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { minutes } from '../../helpers/patience.ts'
import { type Gates, openGates } from './gates.ts'
import { type Harness, startHarness } from './harness.ts'
import { drawnSteps, severable } from './run-arbitraries.ts'
import { compareWithModel, type Stage, type Step } from './run-steps.ts'

eachMayTake(2)

const seconds = Number(process.env.QUARTERDECK_PROPERTY_SECONDS ?? 0)
const suiteSeed = 20_260_101
const given = Number(process.env.QUARTERDECK_PROPERTY_SEED ?? 0)
const seed = given || (seconds > 0 ? Math.floor(Math.random() * 1_000_000_000) : suiteSeed)

/** Sequences that go on at the same time, each on a thread of its own. */
const atOnce = 24

let database: Database
let gates: Gates
let h: Harness
let sever = () => {}
beforeAll(async () => {
  database = await emptyDatabase()
  gates = await openGates()
  h = await start()
})
afterAll(async () => {
  await h?.close()
  await gates?.close()
})

async function start(deploymentId?: string): Promise<Harness> {
  const line = severable(database)
  sever = line.sever
  return startHarness({
    graphs: { 'two-steps': './two-steps.ts:graph' },
    database: line.database,
    gates,
    // No step of these graphs has to be ended by force, however busy the machine is.
    stopGraceMs: 30_000,
    limits: { runsAtOnce: atOnce },
    ...(deploymentId ? { deploymentId } : {}),
  })
}

const stage: Stage = {
  harness: () => h,
  async restart(isCrash) {
    // As kill -9 does, for the database: nothing that was begun is finished, nothing is handed back.
    if (isCrash) sever()
    else expect(h.errors).toEqual([])
    await h.close()
    h = await start(h.deploymentId)
  },
}

/**
 * Tries so many cases in the suite, one after the other; in a search, others until its share of the time
 * is over.
 */
async function search<Case>(
  property: fc.IAsyncProperty<Case>,
  { share, cases, examples = [] }: { share: number; cases: number; examples?: Case[] },
): Promise<void> {
  const suite = { seed, numRuns: cases, examples, endOnFailure: true }
  if (seconds === 0) return fc.assert(property, suite)
  const end = performance.now() + seconds * 1_000 * share
  for (let batch = 0; batch === 0 || performance.now() < end; batch += 1) {
    await fc.assert(property, { seed: seed + batch, numRuns: 4 })
  }
}

const { onThread, alone, withKills } = drawnSteps(seconds > 0)
const timeout = minutes(2) + seconds * 1_000

it('§2.5, §3, §4.2 threads at once do as the model says: 96 sequences', { timeout }, async () => {
  const property = fc.asyncProperty(
    fc.array(onThread, { minLength: atOnce, maxLength: atOnce }),
    async (sequences) => {
      await Promise.all(sequences.map((steps) => compareWithModel(stage, steps)))
      expect(h.errors).toEqual([])
    },
  )
  await search(property, { share: 0.4, cases: 4 })
})

it('§2.8 bulk cancels by status do as the model says: 8 sequences', { timeout }, async () => {
  const property = fc.asyncProperty(alone, async (steps) => {
    await compareWithModel(stage, steps)
    expect(h.errors).toEqual([])
  })
  await search(property, { share: 0.2, cases: 8 })
})

it('§3 kills of executor and server do as the model says: 8 sequences', { timeout }, async () => {
  const property = fc.asyncProperty(withKills, (steps) => compareWithModel(stage, steps))
  const begin: Step = { do: 'create', strategy: 'enqueue', isBound: false }
  const lose: Step = { do: 'kill-executor' }
  const crash: Step = { do: 'restart', isCrash: true }
  // A run is given up after three attempts: chance seldom comes to that within so few steps.
  const examples: [Step[]][] = [[[begin, begin, lose, crash, lose, { do: 'finish' }]]]
  await search(property, { share: 0.4, cases: 8, examples })
})
