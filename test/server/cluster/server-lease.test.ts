import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServerLease } from '../../../src/server/cluster/server-lease.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const leaseMs = 30_000
const [one, other] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
]
let database: Database
/** What was asked of the database. */
const asked: Promise<unknown>[] = []
let isDown = false
const lapses: string[] = []
const errors: string[] = []

/** Intervals pass when the test says so. The database is as one that several processes share. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const real = await emptyDatabase()
  database = {
    ...real,
    notices: { listen: () => ({ up: Promise.resolve(), close: async () => {} }) },
    query(sql, params) {
      if (isDown) return Promise.reject(new Error('The database is down.'))
      const answer = real.query<never>(sql, params)
      asked.push(answer)
      return answer
    },
  }
})
afterEach(() => {
  vi.useRealTimers()
  for (const list of [asked, lapses, errors]) list.length = 0
  isDown = false
})

function leaseOf(serverId: string, on: Database = database): ServerLease {
  return new ServerLease({
    database: on,
    serverId,
    leaseMs,
    report: ({ message }) => errors.push(message),
    onLapse: () => lapses.push(serverId),
  })
}

/** A third of the lease's length passes, and what then is to be done is done. */
async function pass(): Promise<void> {
  await vi.advanceTimersByTimeAsync(leaseMs / 3)
  await Promise.allSettled(asked.splice(0))
  await new Promise(setImmediate)
}

/** For how long each process is still known to be there, by the database's clock. */
async function leases(): Promise<Map<string, number>> {
  const rows = await database.query<{ server_id: string; ms: number }>(
    'select server_id, extract(epoch from lease_until - now())::float8 * 1000 as ms from servers',
  )
  return new Map(rows.map(({ server_id, ms }) => [server_id, ms]))
}

/** As if the process had been paused for so long after its last renewal. */
function sleep(serverId: string, ms: number): Promise<unknown> {
  return database.query(
    `update servers set lease_until = lease_until - $2::float8 * interval '1 millisecond'
     where server_id = $1`,
    [serverId, ms],
  )
}

it('is renewed three times within its length, and does not lapse by that', async () => {
  const lease = leaseOf(one)
  await lease.join()
  for (let turn = 0; turn < 4; turn += 1) {
    await sleep(one, leaseMs / 3)
    await pass()
    const left = (await leases()).get(one) ?? 0
    expect(left).toBeGreaterThan((leaseMs * 2) / 3)
    expect(left).toBeLessThanOrEqual(leaseMs)
  }
  expect(lapses).toEqual([])
  await lease.leave()
  expect(await leases()).toEqual(new Map())
})

it('a process that comes back after its lease notices that at once, and has a new one', async () => {
  const [paused, awake] = [leaseOf(one), leaseOf(other)]
  await paused.join()
  await awake.join()
  await sleep(one, leaseMs + 1)
  await pass()
  expect(lapses).toEqual([one])
  expect((await leases()).get(one)).toBeGreaterThan(0)
  await pass()
  expect(lapses).toEqual([one])
  await paused.leave()
  await awake.leave()
})

it('one whose place was cleared away meanwhile notices that too', async () => {
  const [paused, awake] = [leaseOf(one), leaseOf(other)]
  await paused.join()
  await sleep(one, leaseMs + 3_600_001)
  await awake.join()
  expect([...(await leases()).keys()]).toEqual([other])
  await pass()
  expect(lapses).toEqual([one])
  await paused.leave()
  await awake.leave()
})

it('a renewal that fails is reported and made again', async () => {
  const lease = leaseOf(one)
  await lease.join()
  isDown = true
  await pass()
  expect(errors).toEqual(['The database is down.'])
  isDown = false
  await sleep(one, leaseMs + 1)
  await pass()
  expect(lapses).toEqual([one])
  await lease.leave()
  await pass()
  expect(await leases()).toEqual(new Map())
})

it('joins once, and again only when that failed', async () => {
  const lease = leaseOf(one)
  isDown = true
  await expect(lease.join()).rejects.toThrow('down')
  isDown = false
  await lease.join()
  asked.length = 0
  await lease.join()
  expect(asked).toEqual([])
  await lease.leave()
})

it('35, 1.2: tells for how long it certainly holds, and is renewed for whoever asks after that', async () => {
  const lease = leaseOf(one)
  expect(lease.span).toEqual({ from: 0, until: 0 })
  await lease.join()
  const span = lease.span ?? { from: 0, until: 0 }
  expect(span.until - span.from).toBe((leaseMs * 2) / 3)
  asked.length = 0
  expect(await lease.renewedSpan()).toEqual(span)
  expect(asked).toEqual([])
  // Also where the clock was set back: how long it has been is not known then.
  for (const at of [span.until, span.from - 1]) {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at)
    await sleep(one, leaseMs + 1)
    lapses.length = 0
    const [renewed, again] = await Promise.all([lease.renewedSpan(), lease.renewedSpan()])
    clock.mockRestore()
    expect([renewed?.from, again?.from, lease.span?.from]).toEqual([at, at, at])
    expect(lapses).toEqual([one])
  }
  isDown = true
  const clock = vi.spyOn(Date, 'now').mockReturnValue(span.until)
  await expect(lease.renewedSpan()).rejects.toThrow('down')
  clock.mockRestore()
  isDown = false
  await lease.leave()
  expect(await lease.renewedSpan()).toBeNull()
  expect(await leases()).toEqual(new Map())
})

it('one that is renewed just when it is given back does not come back by that', async () => {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  let isHeldUp = false
  const lease = leaseOf(one, {
    ...database,
    async query(sql, params) {
      if (isHeldUp && sql.includes('insert into servers')) await gate
      return database.query(sql, params)
    },
  })
  await lease.join()
  isHeldUp = true
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
  const renewed = lease.renewedSpan()
  clock.mockRestore()
  const left = lease.leave()
  await new Promise(setImmediate)
  go()
  await Promise.all([renewed, left])
  expect(await leases()).toEqual(new Map())
})

it('on a database of its own a process takes the place of whoever was there, for good', async () => {
  await leaseOf(other).join()
  const own = leaseOf(one, { ...database, notices: null })
  await own.join()
  const found = await leases()
  expect([...found.keys()]).toEqual([one])
  expect(found.get(one)).toBeGreaterThan(365 * 24 * 3_600_000)
  expect(own.span).toBeNull()
  await own.leave()
})
