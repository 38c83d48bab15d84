/**
 * Random clients, random faults, and a comparison of what is left with what was promised:
 * `npm run chaos -- [--minutes n] [--postgres] [--python] [--servers n] [--seed n] [--steps n] [--only 1,2,3]`. Ends with 1, and
 * with the fewest actions that still show it, where something is not as promised (`docs/reliability.md`).
 */
import { parseArgs } from 'node:util'
import { actionText, drawActions } from './actions.ts'
import { Site } from './machines/site.ts'
import { type Outcome, playRound } from './round.ts'
import { shrink } from './shrink.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    postgres: { type: 'boolean', default: false },
    python: { type: 'boolean', default: false },
    servers: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    steps: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})
const isPostgres = values.postgres || Number(values.servers) > 1
const servers = Number(values.servers) || (isPostgres ? 2 : 1)
const firstSeed = values.seed === '' ? Date.now() % 1_000_000 : Number(values.seed)
const isRepeated = values.steps !== '' || values.only !== ''
const end = performance.now() + Number(values.minutes) * 60_000

const where = isPostgres ? `${servers} servers on PostgreSQL` : 'one server, embedded database'
const graphs = values.python ? 'a graph in Python' : 'a graph in TypeScript'
console.log(`Chaos with seed ${firstSeed}: ${where}, ${graphs}.`)
const site = await Site.open({
  servers,
  database: isPostgres ? 'own-postgres' : 'embedded',
  language: values.python ? 'python' : 'javascript',
})
const total = { rounds: 0, runs: 0, attempts: 0, events: 0 }
let exitCode = 0

function chosen(seed: number) {
  const all = drawActions(seed, site.around).map((action, number) => ({ ...action, number }))
  const only = values.only.split(',').filter(Boolean).map(Number)
  const some = only.length > 0 ? all.filter(({ number }) => only.includes(number)) : all
  return values.steps === '' ? some : some.slice(0, Number(values.steps))
}

function count({ runs, attempts, events }: Outcome): void {
  total.rounds += 1
  total.runs += runs
  total.attempts += attempts
  total.events += events
}

for (let seed = firstSeed; total.rounds === 0 || performance.now() < end; seed += 1) {
  const actions = chosen(seed)
  const outcome = await playRound(site, actions)
  count(outcome)
  console.log(
    `Seed ${seed}: ${actions.length} actions, ${outcome.runs} runs, ${outcome.attempts} of them in several attempts, ${outcome.events} events.`,
  )
  if (outcome.defects.length > 0) {
    exitCode = 1
    console.log(`\nNot as promised (seed ${seed}):\n- ${outcome.defects.join('\n- ')}\n`)
    const fewest = isRepeated ? actions : await shrink(actions, (some) => playRound(site, some))
    for (const action of fewest) console.log(`  ${action.number}. ${actionText(action)}`)
    const only = fewest.map(({ number }) => number).join(',')
    const language = values.python ? ' --python' : ''
    const machines = isPostgres ? `${language} --postgres --servers ${servers}` : language
    console.log(`\nnpm run chaos -- --seed ${seed} --only ${only}${machines}`)
    break
  }
  if (isRepeated) break
}
const faults = [...site.made].map(([name, times]) => `${name} ${times}`).join(', ')
console.log(
  `\n${total.rounds} rounds, ${total.runs} runs, ${total.attempts} in several attempts, ${total.events} stored events compared. Faults: ${faults || 'none'}.`,
)
console.log(exitCode === 0 ? 'Everything was as promised.' : 'Something was not as promised.')
await site.close()
process.exit(exitCode)
