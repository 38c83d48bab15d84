import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Condition } from '../../../src/server/alerts/conditions/finding.ts'
import { memory, processRestarted } from '../../../src/server/alerts/conditions/processes.ts'
import { rolloutFailed } from '../../../src/server/alerts/conditions/rollouts.ts'
import { errorRate, latency, queue } from '../../../src/server/alerts/conditions/runs.ts'
import { thumbsDown } from '../../../src/server/alerts/conditions/votes.ts'
import type { AlertRuleRow } from '../../../src/server/alerts/rules/rule-store.ts'
import { renewLease } from '../../../src/server/cluster/server-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { keepDeployment, keepRevision, keepRuns, keepVotes } from './bench.ts'

const now = new Date('2026-11-20T13:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
let database: Database
let agent: string
beforeEach(async () => {
  database = await emptyDatabase()
  agent = await keepDeployment(database, 'agent')
})

/** Whether a rule that looks ten minutes back finds something. */
async function holds(condition: Condition, threshold: number, least = 1): Promise<boolean> {
  const rule = { ...facts, threshold, least, watched_since: minutesAgo(10) } as AlertRuleRow
  return (await condition(database, rule, now)).length > 0
}
const facts = { id: randomUUID(), name: 'R', kind: 'error_rate', window_minutes: 10 }

it.each([
  ['error rate', errorRate, 'error', 1],
  ['latency', latency, 'success', 20],
] as const)(
  '34: of runs the window counts, from its first moment to now, for the %s',
  async (_name, condition, status, threshold) => {
    const outside = [minutesAgo(10.01), minutesAgo(-0.01)]
    await keepRuns(
      database,
      agent,
      outside.map((at) => ({ status, at, seconds: 30 })),
    )
    expect(await holds(condition, threshold)).toBe(false)
    for (const at of [minutesAgo(10), now]) {
      await database.query('delete from runs')
      await keepRuns(database, agent, [{ status, at, seconds: 30 }])
      expect(await holds(condition, threshold)).toBe(true)
    }
  },
)

it('34: a rule is broken by what is as much as it allows, of as many as it asks for', async () => {
  await keepRuns(database, agent, [
    { status: 'error', at: minutesAgo(1), seconds: 30 },
    { status: 'success', at: minutesAgo(1), seconds: 30 },
  ])
  expect([await holds(errorRate, 50, 2), await holds(errorRate, 51, 2)]).toEqual([true, false])
  expect([await holds(errorRate, 50, 3), await holds(latency, 30, 3)]).toEqual([false, false])
  expect([await holds(latency, 30, 2), await holds(latency, 31, 2)]).toEqual([true, false])
})

it('34: a run that never began has no latency, and one that has ended does not wait', async () => {
  await keepRuns(database, agent, [{ status: 'interrupted', at: minutesAgo(10), seconds: 30 }])
  await database.query('update runs set started_at = null')
  expect(await holds(latency, 20)).toBe(false)
  await keepRuns(database, agent, [{ status: 'success', at: minutesAgo(1), seconds: 30 }])
  expect([await holds(latency, 20), await holds(latency, 20, 2)]).toEqual([true, false])
  expect(await holds(queue, 1)).toBe(false)
  await keepRuns(database, agent, [{ status: 'pending', at: minutesAgo(9.99) }])
  expect(await holds(queue, 1)).toBe(false)
  await keepRuns(database, agent, [{ status: 'pending', at: minutesAgo(10) }])
  expect([await holds(queue, 1), await holds(queue, 2)]).toEqual([true, false])
})

it('34: votes of the window count, as they stand', async () => {
  await keepVotes(database, agent, [
    { score: -1, at: minutesAgo(10.01) },
    { score: -1, at: minutesAgo(-0.01) },
  ])
  expect(await holds(thumbsDown, 50)).toBe(false)
  await keepVotes(database, agent, [{ score: -1, at: minutesAgo(1) }])
  await database.query('update feedback set superseded_at = $1', [now])
  expect(await holds(thumbsDown, 50)).toBe(false)
  await keepVotes(database, agent, [
    { score: -1, at: minutesAgo(10) },
    { score: 1, at: now },
  ])
  expect([await holds(thumbsDown, 50, 2), await holds(thumbsDown, 51, 2)]).toEqual([true, false])
  expect(await holds(thumbsDown, 50, 3)).toBe(false)
})

it('34: of rollouts the latest that ended says something, since the rule looks', async () => {
  await keepRevision(database, agent, { status: 'BUILD_FAILED', at: minutesAgo(10.01) })
  expect(await holds(rolloutFailed, 0)).toBe(false)
  await keepRevision(database, agent, { status: 'BUILD_FAILED', at: minutesAgo(10) })
  expect(await holds(rolloutFailed, 0)).toBe(true)
  await keepRevision(database, agent, { status: 'DEPLOYED', at: minutesAgo(1) })
  expect(await holds(rolloutFailed, 0)).toBe(false)
})

it('34: restarts of the window count, of all servers together', async () => {
  for (const [minutes, count] of [
    [10.01, 5],
    [10, 1],
    [1, 2],
  ] as const) {
    await database.query(
      'insert into alert_restarts (deployment_id, server_id, at, count) values ($1, $2, $3, $4)',
      [agent, randomUUID(), minutesAgo(minutes), count],
    )
  }
  expect([await holds(processRestarted, 3), await holds(processRestarted, 4)]).toEqual([
    true,
    false,
  ])
})

it('34: of the memory of a deployment on several servers the most is told', async () => {
  for (const used of [60, 80, 70]) {
    const server = randomUUID()
    await renewLease(database, server, { startedMsAgo: 0, lengthMs: 3_600_000, facts: {} })
    const seen = { deployment_id: agent, memory_bytes: used, memory_limit_bytes: 100 }
    await database.query(
      `insert into alert_server_facts (server_id, host, at, processes) values ($1, 'h', $2, $3)`,
      [server, now, JSON.stringify([seen])],
    )
  }
  const rule = { ...facts, threshold: 50 } as unknown as AlertRuleRow
  const found = await memory(database, rule, now)
  expect(found.map(({ title }) => title)).toEqual(['The process of agent uses 80 % of its memory'])
})
