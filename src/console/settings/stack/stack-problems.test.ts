import { expect, it } from 'vitest'
import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { docNamed } from '../../objects/docs/docs.ts'
import { stackProblems } from './stack-problems.ts'

const now = '2030-01-31T12:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
const megabyte = 1024 * 1024

const answering = {
  server_id: 'a',
  is_answering: true,
  started_at: ago(600),
  version: '1.0.0',
  disk_free_bytes: 5_000 * megabyte,
  errors: 0,
}
const well: StackHealth = {
  checked_at: now,
  version: '1.0.0',
  node_version: 'v22.0.0',
  processes: [answering],
  database: {
    kind: 'postgresql',
    version: '15.2',
    bytes: 1,
    tables: [],
    connections: { open: 10, all: 20, most: 100 },
  },
  disk: { state: 'ok', free_bytes: 5_000 * megabyte, warn_below_bytes: 1_024 * megabyte },
  queue: { pending: 0, running: 0, scheduled: 3, oldest_pending_at: null, deployments: [] },
  migrations: { applied: 2, newest: '2.sql', newest_at: now, missing: [], unknown: [] },
  isolation: { kind: 'namespaces', not_separated: [] },
  limits: { runs_at_once: 10 },
  retention: { audit_days: 365, events_hours: 24, kept_builds: 3 },
  metrics: { is_open: true },
}

/** Each kind of trouble, and what is said of it. */
const troubles: [string, Partial<StackHealth>, string][] = [
  [
    'a full disk',
    { disk: { ...well.disk, state: 'full', free_bytes: 5 * megabyte } },
    'bad: The disk is full: 5 MB are free',
  ],
  [
    'a disk that is nearly full',
    { disk: { ...well.disk, state: 'low', free_bytes: 900 * megabyte } },
    'warn: The disk is nearly full: 900 MB are free',
  ],
  [
    'the disk of another process',
    {
      processes: [
        answering,
        { ...answering, is_answering: false, disk_free_bytes: 300 * megabyte },
      ],
    },
    'warn: The disk of another server process is nearly full: 300 MB are free',
  ],
  [
    'a migration that is not applied',
    { migrations: { ...well.migrations, missing: ['3.sql'] } },
    'bad: 1 migration of this version is not applied',
  ],
  [
    'migrations of a newer version',
    { migrations: { ...well.migrations, unknown: ['8.sql', '9.sql'] } },
    'warn: 2 migrations are of a newer version',
  ],
  [
    'a queue that nobody works on',
    { queue: { ...well.queue, pending: 12, oldest_pending_at: ago(6) } },
    'bad: The oldest of 12 waiting runs has waited for 6 min, and none runs',
  ],
  [
    'a queue that is worked on too slowly',
    { queue: { ...well.queue, pending: 1, running: 10, oldest_pending_at: ago(90) } },
    'warn: A run has waited for 1 h 30 min',
  ],
  [
    'a database’s server with hardly a connection left',
    { database: { ...well.database, connections: { open: 10, all: 95, most: 100 } } },
    'warn: 95 of 100 connections of the database’s server are taken',
  ],
  [
    'processes of two versions',
    { processes: [answering, { ...answering, is_answering: false, version: '1.1.0' }] },
    'warn: The server processes are of different versions: 1.0.0, 1.1.0',
  ],
  [
    'errors within the hour',
    { processes: [{ ...answering, errors: 3, last_error_at: ago(59) }] },
    'warn: 3 unexpected errors since the start, the last within the hour',
  ],
  [
    'agents that are not kept apart',
    { isolation: { kind: 'none', not_separated: ['They can read everything.'] } },
    'warn: Agents are not kept apart from this server',
  ],
  [
    'what agents can reach nevertheless',
    { isolation: { kind: 'namespaces', not_separated: ['They can ask the cloud.'] } },
    'warn: Not everything is kept from agents',
  ],
]

it('finds nothing where all is well', () => {
  expect(stackProblems(well)).toEqual([])
  const waiting = { ...well.queue, pending: 3, oldest_pending_at: ago(4) }
  const before = { ...answering, errors: 3, last_error_at: ago(61) }
  expect(stackProblems({ ...well, queue: waiting, processes: [before] })).toEqual([])
})

it.each(troubles)('tells of %s, what to do, and where more is said', (_, change, words) => {
  const problems = stackProblems({ ...well, ...change })
  expect(problems.map(({ tone, title }) => `${tone}: ${title}`)).toEqual([words])
  expect(problems[0]?.advice).toMatch(/\.$/)
  const { page = '', section } = problems[0]?.chapter ?? {}
  expect(docNamed(page)?.sections.map(({ slug }) => slug)).toContain(section)
})

it('tells the worst first', () => {
  const all = Object.assign({}, ...troubles.map(([, change]) => change)) as Partial<StackHealth>
  const tones = stackProblems({ ...well, ...all }).map(({ tone }) => tone)
  expect(tones.length).toBeGreaterThan(5)
  expect(tones).toEqual(tones.toSorted())
})
