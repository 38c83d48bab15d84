import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { RunSearch } from '../../src/contract/search/run-search.ts'
import { searchRuns } from '../../src/server/agent-server/search/run-search.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { keepUp } from '../../src/server/db/upkeep.ts'
import { votedRuns } from '../../src/server/tracing/feedback-filter.ts'
import { noPrices } from '../../src/server/usage/prices.ts'
import { percentile } from '../page-costs.ts'
import { fillRows, idAt, kinds } from '../runs/fill.ts'

/**
 * `npm run bench:upkeep [-- --runs 20000 --rounds 20]`: two embedded databases with the same runs, of which a tenth
 * changes each round, one kept up and one left alone, in turns: how large they become, what their pages take, and how
 * long the upkeep holds up whoever asks meanwhile.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '20' },
  },
})
const [runCount, rounds] = [Number(values.runs), Number(values.rounds)]
const searches: Record<string, RunSearch> = {
  'one deployment, newest': { deployment_id: [idAt(kinds.deployment, 7)] },
  'failed, one deployment': { status: ['error'], deployment_id: [idAt(kinds.deployment, 8)] },
  'a frequent word': { text: 'w0' },
  'a rare word': { text: 'w4990' },
  'metadata, 50 runs': { metadata: { customer: 'c77' } },
}

interface Subject {
  database: EmbeddedDatabase
  /** Milliseconds of each page, and of each statement of the upkeep by its first word. */
  pages: Map<string, number[]>
  upkeep: Map<string, number[]>
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-upkeep-'))
try {
  const [kept, left] = [await open('kept'), await open('left')]
  for (let round = 0; round < rounds; round += 1) {
    await change(left, round)
    await change(kept, round)
    const { database, upkeep } = kept
    const timed = <Row extends object>(sql: string, params?: readonly unknown[]) =>
      timedInto(upkeep, sql.split(' ')[0] ?? '', () => database.query<Row>(sql, params))
    await keepUp({ query: timed }, { isBusy: () => false })
    for (const name of Object.keys(searches)) for (const one of [left, kept]) await read(one, name)
  }
  await report(kept, left)
  for (const one of [kept, left]) await one.database.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function open(name: string): Promise<Subject> {
  const database = await openEmbeddedDatabase({ dataDir: path.join(folder, name) })
  await migrate(database)
  await fillRows(database, runCount)
  return { database, pages: new Map(), upkeep: new Map() }
}

async function change({ database }: Subject, round: number): Promise<void> {
  await database.query(
    `update runs set answer = answer || '.', updated_at = now() where position % 10 = ${round % 10}`,
  )
}

async function read({ database, pages }: Subject, name: string): Promise<void> {
  const tools = { votedRuns, listeners: { of: () => [] }, prices: () => noPrices, now: new Date() }
  await timedInto(pages, name, () => searchRuns(database, searches[name] ?? {}, tools))
}

async function timedInto<Result>(
  times: Map<string, number[]>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const begin = performance.now()
  const result = await work()
  times.set(name, [...(times.get(name) ?? []), performance.now() - begin])
  return result
}

async function report(kept: Subject, left: Subject): Promise<void> {
  console.log(`${runCount} runs, ${rounds} rounds, a tenth of the runs changed in each\n`)
  console.log('|  | kept up | left alone | factor |\n|---|---:|---:|---:|')
  const row = (name: string, unit: string, [own = 0, other = 0]: number[]) =>
    console.log(
      `| ${name} | ${own.toFixed(1)} ${unit} | ${other.toFixed(1)} ${unit} | ${(other / own).toFixed(2)}× |`,
    )
  const sizes: Record<string, string> = {
    'Log of writes': 'select sum(size)::float8 as bytes from pg_ls_waldir()',
    Tables: 'select pg_database_size(current_database())::float8 as bytes',
  }
  for (const [name, sql] of Object.entries(sizes)) {
    const found = [kept, left].map(async ({ database }) => {
      const [size] = await database.query<{ bytes: number }>(sql)
      return (size?.bytes ?? 0) / 1024 ** 2
    })
    row(name, 'MB', await Promise.all(found))
  }
  for (const name of Object.keys(searches)) {
    const of = ({ pages }: Subject) => percentile(pages.get(name) ?? [], 0.5)
    row(`Page: ${name}`, 'ms', [of(kept), of(left)])
  }
  for (const [word, times] of kept.upkeep) {
    if (word === 'with' || word === 'select') continue
    console.log(
      `\n${word}: ${times.length} times, longest ${Math.max(...times).toFixed(0)} ms, together ${times.reduce((sum, one) => sum + one, 0).toFixed(0)} ms`,
    )
  }
}
