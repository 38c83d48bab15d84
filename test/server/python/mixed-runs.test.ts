/**
 * The random sequences of `run-property.test.ts` where graphs in Python and in JavaScript share a server and a database:
 * what happens to the runs of one is none of the other's.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { minutes } from '../../helpers/patience.ts'
import { type Gates, openGates } from '../agent-server/gates.ts'
import { clientOf, type Harness, startHarness } from '../agent-server/harness.ts'
import { drawnSteps, severable } from '../agent-server/run-arbitraries.ts'
import { compareWithModel, type Stage } from '../agent-server/run-steps.ts'
import { fixturesOf, type Language } from '../agent-server/serve-fixtures.ts'

eachMayTake(2)

const graphs = { 'two-steps': './two-steps.ts:graph' }
const atOnce = 16
const seed = 20_261_125
const besideId = randomUUID()

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

/** `fixtures` is Python, and beside it stands the same in JavaScript. */
async function start(deploymentId?: string): Promise<Harness> {
  const line = severable(database)
  sever = line.sever
  const started = await startHarness({
    graphs,
    language: 'python',
    database: line.database,
    gates,
    // No step of these graphs has to be ended by force, however busy the machine is.
    stopGraceMs: 30_000,
    limits: { runsAtOnce: atOnce },
    ...(deploymentId ? { deploymentId } : {}),
  })
  const { host } = started.server
  const revision_id = randomUUID()
  await host.register({ id: besideId, name: 'beside' })
  await host.load({
    deployment_id: besideId,
    revision_id,
    ...fixturesOf(graphs, 'javascript'),
    env: { GATE_URL: gates.url },
    onLog: () => {},
  })
  await host.activate(besideId, revision_id)
  return started
}

function stageOf(language: Language): Stage {
  return {
    harness() {
      if (language === 'python') return h
      const url = h.url.replace(/fixtures$/, 'beside')
      return { ...h, url, ...clientOf(url) }
    },
    async restart(isCrash) {
      if (isCrash) sever()
      else expect(h.errors).toEqual([])
      await h.close()
      h = await start(h.deploymentId)
    },
  }
}

const { onThread, withKills } = drawnSteps(false)
const language = fc.constantFrom<Language>('python', 'javascript')
const timeout = minutes(2)

it.each([
  ['all in Python', () => 'python' as const],
  ['every other one in JavaScript', (at: number) => (at % 2 ? 'javascript' : 'python')],
] satisfies [string, (at: number) => Language][])(
  '§2.5, §3, §4.2 threads at once do as the model says, %s: 16 sequences',
  { timeout },
  async (_what, languageAt) => {
    const property = fc.asyncProperty(
      fc.array(onThread, { minLength: atOnce, maxLength: atOnce }),
      async (sequences) => {
        await Promise.all(
          sequences.map((steps, at) => compareWithModel(stageOf(languageAt(at)), steps)),
        )
        expect(h.errors).toEqual([])
      },
    )
    await fc.assert(property, { seed, numRuns: 1, endOnFailure: true })
  },
)

it('§3 kills of executors of either kind and of their server do as the model says: 8 sequences', {
  timeout,
}, async () => {
  const property = fc.asyncProperty(language, withKills, (chosen, steps) =>
    compareWithModel(stageOf(chosen), steps),
  )
  await fc.assert(property, { seed, numRuns: 8, endOnFailure: true })
})
