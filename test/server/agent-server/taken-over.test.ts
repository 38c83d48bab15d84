import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { claimRun } from '../../../src/server/agent-server/run-store/run-life-cycle.ts'
import {
  answerStoreCall,
  type StoreCaller,
} from '../../../src/server/agent-server/threads/checkpoint-store.ts'
import type { PackedStoreCall } from '../../../src/server/agent-server/threads/packing.ts'
import { type Harness, startHarness } from './harness.ts'
import type { SseStream } from './sse.ts'

/**
 * A run belongs to one attempt of one process. Whoever had it before, a process that was paused or an
 * attempt that was given up, changes nothing of it any more.
 */
const graphs = { steps: './steps.ts:graph' }
let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs, stopGraceMs: 60_000 })
})
afterAll(() => h?.close())

interface Claim {
  attempt: number
  claimed_by: string
}

async function claimOf({ run_id }: Run, on = h): Promise<Claim & { status: string }> {
  const [row] = await on.database.query<Claim & { status: string }>(
    'select status, attempt, claimed_by from runs where run_id = $1',
    [run_id],
  )
  if (!row) throw new Error('The run is gone.')
  return row
}

/** A run that waits in its second step, the first one saved. */
async function held(on = h) {
  const gate = randomUUID()
  const thread = await on.thread()
  const input = { gates: { second: gate } }
  const run = await on.run(thread, { assistant_id: 'steps', input, durability: 'sync' })
  await on.gates.arrived(gate)
  return { run, thread, gate, claim: await claimOf(run, on) }
}

/** Ways in which a run becomes somebody else's. */
const takeOvers = {
  'another process': 'claimed_by = gen_random_uuid()',
  'another attempt of the same process': 'attempt = attempt + 1',
}
const takenBy = Object.keys(takeOvers) as (keyof typeof takeOvers)[]

async function take(run: Run, by: keyof typeof takeOvers, on = h): Promise<Claim> {
  await on.database.query(`update runs set ${takeOvers[by]} where run_id = $1`, [run.run_id])
  return claimOf(run, on)
}

/** Gives the run back to whoever had it, and lets it end. */
async function giveBack(run: Run, gate: string, { attempt, claimed_by }: Claim): Promise<void> {
  await h.database.query('update runs set attempt = $2, claimed_by = $3 where run_id = $1', [
    run.run_id,
    attempt,
    claimed_by,
  ])
  h.gates.open(gate)
  await h.ended(run)
}

/** The rest of a stream that is broken off, so that its listener follows the run to where it works. */
async function brokenOff(stream: SseStream): Promise<string[]> {
  const events: string[] = []
  const read = async () => {
    for (let event = await stream.next(); event; event = await stream.next()) {
      events.push(event.event)
    }
  }
  await expect(read()).rejects.toThrow('terminated')
  return events
}

/** The executor of whoever has a run. */
function callerOf({ claimed_by }: Claim): StoreCaller {
  const limits = { valueBytes: 1024 ** 2, stateBytes: 1024 ** 2 }
  return { process: claimed_by, deployment_id: h.deploymentId, now: () => new Date(), limits }
}

describe('a write of a checkpoint', () => {
  const emptyCheckpoint = { v: 4, id: '', ts: '', channel_values: {}, channel_versions: {} }

  function calls(run: Run, attempt: number): PackedStoreCall[] {
    const scope = { thread_id: run.thread_id, run_id: run.run_id, attempt }
    const place = { scope, checkpoint_ns: 'late', checkpoint_id: randomUUID() }
    return [
      {
        ...place,
        call: 'put',
        parent_checkpoint_id: null,
        checkpoint: JSON.stringify(emptyCheckpoint),
        metadata: '{}',
        blobs: [
          {
            channel: 'log',
            version: '1',
            value: { type: 'json', bytes: Buffer.from('[]'), raw_size: null },
          },
        ],
      },
      {
        ...place,
        call: 'put-writes',
        task_path: '',
        task_id: randomUUID(),
        writes: [
          { idx: 0, channel: 'log', type: 'json', bytes: Buffer.from('[]'), raw_size: null },
        ],
      },
    ]
  }

  async function written(thread: string): Promise<number> {
    const tables = ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']
    const counts = await Promise.all(
      tables.map((table) =>
        h.database.query(`select 1 from ${table} where thread_id = $1 and checkpoint_ns = 'late'`, [
          thread,
        ]),
      ),
    )
    return counts.flat().length
  }

  it.each<[string, (claim: Claim) => { caller?: Partial<StoreCaller>; attempt?: number }]>([
    ['another process', () => ({ caller: { process: randomUUID() } })],
    ['an earlier attempt', ({ attempt }) => ({ attempt: attempt - 1 })],
    ['a later attempt', ({ attempt }) => ({ attempt: attempt + 1 })],
    ['another deployment', () => ({ caller: { deployment_id: randomUUID() } })],
  ])('of %s is refused, and nothing of it is stored', async (_who, other) => {
    const { run, thread, gate, claim } = await held()
    const { caller = {}, attempt = claim.attempt } = other(claim)
    const own = callerOf(claim)
    for (const call of calls(run, attempt)) {
      await expect(answerStoreCall(h.database, { ...own, ...caller }, call)).rejects.toThrow(
        'stopped or taken over',
      )
    }
    expect(await written(thread)).toBe(0)
    for (const call of calls(run, claim.attempt)) await answerStoreCall(h.database, own, call)
    expect(await written(thread)).toBe(3)
    await giveBack(run, gate, claim)
  })

  it('on another thread than the run’s, or of a run that has ended, is refused', async () => {
    const { run, gate, claim } = await held()
    const own = callerOf(claim)
    const other = await h.thread()
    for (const call of calls({ ...run, thread_id: other }, claim.attempt)) {
      await expect(answerStoreCall(h.database, own, call)).rejects.toThrow('taken over')
    }
    expect(await written(other)).toBe(0)
    h.gates.open(gate)
    await h.ended(run)
    await h.database.query('update runs set claimed_by = $2 where run_id = $1', [
      run.run_id,
      claim.claimed_by,
    ])
    for (const call of calls(run, claim.attempt)) {
      await expect(answerStoreCall(h.database, own, call)).rejects.toThrow('taken over')
    }
    expect(await written(run.thread_id)).toBe(0)
  })

  it('that is refused takes what its step has left back, and nothing where it is another’s', async () => {
    const { run, thread, gate, claim } = await held()
    const [, writes] = calls(run, claim.attempt)
    if (writes?.call !== 'put-writes') throw new Error('It is the second of the calls.')
    await answerStoreCall(h.database, callerOf(claim), writes)
    const tooLarge = { ...callerOf(claim), limits: { valueBytes: 1, stateBytes: 1 } }
    const refused = async (attempt: number) => {
      const [put] = calls(run, attempt)
      if (put?.call !== 'put') throw new Error('It is the first of the calls.')
      const after = { ...put, parent_checkpoint_id: writes.checkpoint_id }
      await expect(answerStoreCall(h.database, tooLarge, after)).rejects.toThrow('would hold')
    }
    await refused(claim.attempt - 1)
    expect(await written(thread)).toBe(1)
    await refused(claim.attempt)
    expect(await written(thread)).toBe(0)
    await giveBack(run, gate, claim)
  })

  it('that an earlier run of the thread has left changes nothing of it', async () => {
    const { run, thread, gate, claim } = await held()
    const [put] = calls(run, claim.attempt)
    if (put?.call !== 'put') throw new Error('It is the first of the calls.')
    const write = (metadata: string) =>
      answerStoreCall(h.database, callerOf(claim), { ...put, metadata })
    const place = "thread_id = $1 and checkpoint_ns = 'late'"
    const kept = () => h.database.query(`select metadata from checkpoints where ${place}`, [thread])
    await write('{"step": 1}')
    await write('{"step": 2}')
    expect(await kept()).toEqual([{ metadata: { step: 2 } }])
    const sql = `update checkpoints set run_id = gen_random_uuid() where ${place}`
    await h.database.query(sql, [thread])
    await write('{"step": 3}')
    expect(await kept()).toEqual([{ metadata: { step: 2 } }])
    await giveBack(run, gate, claim)
  })
})

it('an executor reads the threads of its own deployment alone', async () => {
  const { run, thread, gate, claim } = await held()
  const place = { scope: { thread_id: thread, run_id: null }, checkpoint_id: null }
  const reads: PackedStoreCall[] = [
    { ...place, call: 'get', checkpoint_ns: '' },
    { ...place, call: 'list', checkpoint_ns: null, before: null, limit: 10, filter: null },
  ]
  const own = callerOf(claim)
  for (const read of reads) {
    expect(await answerStoreCall(h.database, own, read)).not.toEqual([])
    const another = { ...own, deployment_id: randomUUID() }
    expect(await answerStoreCall(h.database, another, read)).toEqual([])
  }
  await giveBack(run, gate, claim)
})

it('a run that begins again keeps what its thread was before it began first', async () => {
  const { run, gate, claim } = await held()
  const undone = new Error('undone')
  const again = h.database.transaction(async (tx) => {
    await tx.query(`update threads set "values" = '{"log":["of the run"]}'`)
    await tx.query("update runs set status = 'pending', claimed_by = null")
    const row = await claimRun(tx, run.run_id, {
      process: claim.claimed_by,
      isShared: false,
      now: new Date(),
      revision_id: h.revisionId,
    })
    expect(row).toMatchObject({ attempt: claim.attempt + 1, thread_before: { values: null } })
    throw undone
  })
  await expect(again).rejects.toBe(undone)
  await giveBack(run, gate, claim)
})

it.each(takenBy)('the end of a run that %s has is not recorded', async (by) => {
  const { run, thread, gate } = await held()
  const stream = await h.stream('GET', `/threads/${thread}/runs/${run.run_id}/stream`)
  const taken = await take(run, by)
  h.gates.open(gate)
  expect(await brokenOff(stream)).not.toContain('error')
  expect(await claimOf(run)).toEqual({ ...taken, status: 'running' })
  expect(await h.getThread(thread)).toMatchObject({ status: 'busy' })
})

it.each(takenBy)('a crash does not put a run back that %s has', async (by) => {
  const { run, thread } = await held()
  const stream = await h.stream('GET', `/threads/${thread}/runs/${run.run_id}/stream`)
  const taken = await take(run, by)
  process.kill(h.gates.lastProcess() ?? 0, 'SIGKILL')
  expect(await brokenOff(stream)).not.toContain('error')
  expect(await claimOf(run)).toEqual({ ...taken, status: 'running' })
})

it('a process that stops hands back what is its own, and not what another one has', async () => {
  const before = await startHarness({ graphs, database: h.database })
  const [own, others] = [await held(before), await held(before)]
  const taken = await take(others.run, 'another process', before)
  await before.close()
  expect(await claimOf(own.run)).toEqual({ status: 'pending', attempt: 0, claimed_by: null })
  expect(await claimOf(others.run)).toEqual({ ...taken, status: 'running' })
})
