import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { RunSearch } from '../../src/contract/search/run-search.ts'
import type { ThreadFind } from '../../src/contract/search/thread-search.ts'
import { searchRuns } from '../../src/server/agent-server/search/run-search.ts'
import { summarizeRuns } from '../../src/server/agent-server/search/run-summary.ts'
import { findThreads } from '../../src/server/agent-server/search/thread-find.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openEmbeddedDatabase } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { votedRuns } from '../../src/server/tracing/feedback-filter.ts'
import { noPrices } from '../../src/server/usage/prices.ts'
import { startPostgresServer } from '../../test/helpers/postgres-server.ts'
import { percentile } from '../page-costs.ts'
import { fill, idAt, kinds, letWait } from './fill.ts'

/**
 * `npm run bench:runs -- --runs 1000000 [--waiting]`: how long a page of each filter of runs and threads takes, with its
 * total, and sums for the overview, in the embedded database and in PostgreSQL, beside the newest page of one deployment
 * without a filter. With `--waiting` every thread asks somebody something, not one in two hundred.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    waiting: { type: 'boolean', default: false },
  },
})
const [runCount, rounds] = [Number(values.runs), Number(values.rounds)]
const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms)
const floor = 'one deployment, newest'

const searches: Record<string, RunSearch> = {
  [floor]: { deployment_id: [idAt(kinds.deployment, 7)] },
  'all, newest': {},
  'all, oldest': { sort_order: 'asc' },
  failed: { status: ['error', 'timeout'] },
  'active, as the side counts': { status: ['pending', 'running'], limit: 1, count_to: 999 },
  'failed, last hour': { status: ['error', 'timeout'], created_after: ago(hour) },
  'failed, one deployment': {
    status: ['error', 'timeout'],
    deployment_id: [idAt(kinds.deployment, 8)],
  },
  'timed out': { status: ['timeout'] },
  'needs you': { status: ['needs_you'] },
  done: { status: ['success'] },
  'done, one deployment': {
    status: ['success'],
    deployment_id: [idAt(kinds.deployment, 7)],
  },
  'at a break point': { status: ['at_break'] },
  'needs you, one deployment': {
    status: ['needs_you'],
    deployment_id: [idAt(kinds.deployment, 200)],
  },
  assistant: { assistant_id: [idAt(kinds.assistant, 33)] },
  revision: { revision_id: [idAt(kinds.revision, 140)] },
  thread: { thread_id: [idAt(kinds.thread, 4_321)] },
  'last day': { created_after: ago(24 * hour) },
  'before last week': { created_before: ago(7 * 24 * hour) },
  '10 s and longer': { min_seconds: 10 },
  longest: { sort_by: 'duration' },
  'longest, one deployment': { sort_by: 'duration', deployment_id: [idAt(kinds.deployment, 7)] },
  'metadata, a third': { metadata: { channel: 'web' } },
  'metadata, 50 runs': { metadata: { customer: 'c77' } },
  'metadata, one deployment': {
    metadata: { channel: 'web' },
    deployment_id: [idAt(kinds.deployment, 9)],
  },
  'a frequent word': { text: 'w0' },
  'a rare word': { text: 'w4990' },
  'one run’s word': { text: `n${Math.floor(runCount / 3)}` },
  'two words': { text: 'w12 w400' },
  'a word, one deployment': { text: 'w30', deployment_id: [idAt(kinds.deployment, 9)] },
  'a word, failed': { text: 'w30', status: ['error'] },
  'no such word': { text: 'nothing' },
  'run id': { text: idAt(kinds.run, Math.floor(runCount / 2)) },
  'voted on': { vote: 'any' },
  'thumbs down': { vote: 'down' },
  'thumbs down, last day': { vote: 'down', created_after: ago(24 * hour) },
}

const finds: Record<string, ThreadFind> = {
  'threads, last changed': {},
  'threads that need somebody': { status: ['needs_you'] },
  'the same, as the side counts': { status: ['needs_you'], limit: 1, count_to: 999 },
  'threads with a rare word': { text: 'w4990' },
  'threads with a frequent word': { text: 'w0' },
}
const spans = {
  'sums of an hour': ago(hour),
  'sums of a day': ago(24 * hour),
  'sums of a week': ago(7 * 24 * hour),
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-runs-'))
const postgres = await startPostgresServer()
try {
  const columns: Record<string, Map<string, number[]>> = {}
  for (const [name, open] of Object.entries({
    PostgreSQL: () => openPostgres(postgres.url),
    embedded: () => openEmbeddedDatabase({ dataDir: path.join(folder, 'data') }),
  })) {
    const database = await open()
    await migrate(database)
    await fill(database, runCount)
    if (values.waiting) await letWait(database)
    columns[name] = await measured(database)
    await database.close()
  }
  report(columns)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Milliseconds of each search, each round. */
async function measured(database: Database): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  const tools = { votedRuns, listeners: { of: () => [] }, prices: () => noPrices, now: new Date() }
  let round = 0
  // The first round reads what the others find read.
  const keep = (name: string, begin: number) => {
    if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - begin])
  }
  for (; round <= rounds; round += 1) {
    for (const [name, search] of Object.entries(searches)) {
      const begin = performance.now()
      await searchRuns(database, search, tools)
      keep(name, begin)
    }
    for (const [name, find] of Object.entries(finds)) {
      const begin = performance.now()
      await findThreads(database, find)
      keep(name, begin)
    }
    for (const [name, created_after] of Object.entries(spans)) {
      const begin = performance.now()
      await summarizeRuns(database, { created_after }, { now: new Date(), prices: noPrices })
      keep(name, begin)
    }
  }
  return times
}

function report(columns: Record<string, Map<string, number[]>>): void {
  const load = os.loadavg()[0]?.toFixed(1)
  console.log(
    `${runCount} runs, load ${load}, ${rounds} rounds: median (95th percentile) in ms, × the first row\n`,
  )
  console.log(
    `| Page | ${Object.keys(columns).join(' | ')} |\n|---|${'---|'.repeat(Object.keys(columns).length)}`,
  )
  for (const name of Object.values(columns)[0]?.keys() ?? []) {
    const cells = Object.values(columns).map((times) => {
      const own = times.get(name) ?? []
      const median = percentile(own, 0.5)
      const ratio = median / percentile(times.get(floor) ?? [], 0.5)
      return `${median.toFixed(1)} (${percentile(own, 0.95).toFixed(1)}), ${ratio.toFixed(1)}×`
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}
