import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cluster } from '../../../src/server/cluster/cluster.ts'
import type { Notice } from '../../../src/server/cluster/notices.ts'
import { hasPeers, isAlive } from '../../../src/server/cluster/server-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

/** A lease and a poll that no test lives to see renewed. */
const limits = { leaseMs: 3_600_000, pollMs: 3_600_000 }

let real: Database
/** As one that several processes share: what is sent is heard by all of them. */
let shared: Database
let folder: string
let lines: { hear(text: string): void; onGap(): void }[]
const errors: Error[] = []
const clusters: Cluster[] = []

beforeEach(async () => {
  real = await emptyDatabase()
  lines = []
  shared = {
    ...real,
    notices: {
      listen(_channel, hear, onGap) {
        lines.push({ hear, onGap })
        return { up: Promise.resolve(), close: async () => {} }
      },
    },
    async query(sql, params) {
      const texts = sql.includes('pg_notify') ? (params?.[1] as string[]) : []
      for (const text of texts) for (const line of lines) line.hear(text)
      return real.query(sql, params)
    },
  }
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-cluster-'))
})
afterEach(async () => {
  for (const cluster of clusters.splice(0)) await cluster.leave()
  await rm(folder, { recursive: true, force: true })
  expect(errors.splice(0)).toEqual([])
})

function clusterOf(name: string | null, database = shared): Cluster {
  const dataDir = name && path.join(folder, name)
  const report = (error: Error) => errors.push(error)
  const cluster = new Cluster({ database, dataDir, limits, report })
  clusters.push(cluster)
  return cluster
}

async function asked(condition: string, { serverId }: Cluster): Promise<boolean | undefined> {
  const [row] = await real.query<{ holds: boolean }>(`select ${condition} as holds`, [serverId])
  return row?.holds
}
const lives = (cluster: Cluster) => asked(isAlive('$1'), cluster)

it('has the documented limits, and polls more often where others share the database', () => {
  const report = (error: Error) => errors.push(error)
  const of = (database: Database) => {
    const cluster = new Cluster({ database, dataDir: null, report })
    clusters.push(cluster)
    return cluster.limits
  }
  expect(of(shared)).toEqual({ leaseMs: 15_000, pollMs: 2_000 })
  expect(of(real).pollMs).toBe(10_000)
})

describe('a lease', () => {
  it('is held from the joining to the leaving', async () => {
    const [one, other] = [clusterOf('one'), clusterOf('other')]
    expect(await lives(one)).toBe(false)
    await Promise.all([one.join(), one.join()])
    expect(await lives(one)).toBe(true)
    expect(await asked(hasPeers('$1'), one)).toBe(false)
    expect(await asked(hasPeers('$1'), other)).toBe(true)
    await one.leave()
    expect(await lives(one)).toBe(false)
  })

  it('ends when another process starts on the data directory, and with it no other lease', async () => {
    const [crashed, neighbour] = [clusterOf('one'), clusterOf('other')]
    await crashed.join()
    await neighbour.join()
    expect(await lives(crashed)).toBe(true)
    const successor = clusterOf('one')
    await successor.join()
    expect(await lives(crashed)).toBe(false)
    expect(await lives(neighbour)).toBe(true)
    expect(await lives(successor)).toBe(true)
  })

  it('ends when another process starts on a database that nobody shares', async () => {
    const crashed = clusterOf(null, real)
    await crashed.join()
    const successor = clusterOf(null, real)
    await successor.join()
    expect(await lives(crashed)).toBe(false)
    expect(await lives(successor)).toBe(true)
  })
})

describe('poll and notify', () => {
  function heardBy(cluster: Cluster) {
    const heard: (Notice | 'poll')[] = []
    const end = cluster.listen({
      onNotice: (notice) => heard.push(notice),
      onPoll: () => heard.push('poll'),
    })
    return { heard, end }
  }

  it('a notice is heard by the others, once, and not by its sender', async () => {
    const [one, other] = [clusterOf('one'), clusterOf('other')]
    const [own, others] = [heardBy(one), heardBy(other)]
    one.notices.send({ kind: 'kick' })
    one.notices.send({ kind: 'kick' })
    one.notices.send({ kind: 'rollouts' })
    await one.leave()
    expect(others.heard).toEqual([{ kind: 'kick' }, { kind: 'rollouts' }])
    expect(own.heard).toEqual([])
  })

  it('after a gap in the notices every listener polls, but for those that have ended', () => {
    const cluster = clusterOf('one')
    const [first, second] = [heardBy(cluster), heardBy(cluster)]
    second.end()
    lines[0]?.onGap()
    expect(first.heard).toEqual(['poll'])
    expect(second.heard).toEqual([])
  })

  it('what is no notice of ours is reported, and nobody hears it', () => {
    const { heard } = heardBy(clusterOf('one'))
    lines[0]?.hear('{"from":"elsewhere","notice":{"kind":"unknown"}}')
    expect(heard).toEqual([])
    expect(errors.splice(0)).toHaveLength(1)
  })
})
