import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { recordEnd } from '../../../src/server/agent-server/run-store/run-life-cycle.ts'
import { findEnd } from '../../../src/server/agent-server/run-store/run-store.ts'
import { completed } from '../../../src/server/agent-server/threads/checkpoint-parts.ts'
import {
  putCheckpoint,
  putWrites,
} from '../../../src/server/agent-server/threads/checkpoint-writes.ts'
import { packedPut, packedWrites } from '../../../src/server/agent-server/threads/packed-calls.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { storedOutput } from '../../../src/server/run-output.ts'
import { findTracedRun } from '../../../src/server/tracing/traced-runs.ts'
import { withRuns } from '../../../src/server/tracing/voted-run.ts'
import { noPrices } from '../../../src/server/usage/prices.ts'
import { emptyDatabase } from '../../helpers/database.ts'

/** Large values are stored small, and read as they came. */
const writer = { thread_id: randomUUID(), run_id: randomUUID() }
const place = { checkpoint_ns: '', checkpoint_id: '1' }
const megabyte = 1024 ** 2
const values = {
  // Of words, which is made smaller; of noise, which is not; and one that is not large.
  words: Buffer.from('a word and another '.repeat(megabyte / 10)),
  noise: randomBytes(megabyte * 2),
  small: Buffer.from('a word and another '),
}
let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
  await database.query(
    'insert into threads (thread_id, deployment_id, created_at, updated_at) values ($1, $1, now(), now())',
    [writer.thread_id],
  )
})

const read = async () => {
  const checkpoint = JSON.stringify({
    channel_versions: Object.fromEntries(Object.keys(values).map((channel) => [channel, '1'])),
  })
  const row = { ...place, parent_checkpoint_id: null, checkpoint, metadata: '{}' }
  const [stored] = await completed(database, writer.thread_id, [row])
  return stored
}
/** The channels whose values are as they were given. */
const sameAs = (found: readonly { channel: string; bytes: Uint8Array }[] = []) =>
  found
    .filter(({ channel, bytes }) => values[channel as keyof typeof values].equals(bytes))
    .map(({ channel }) => channel)
    .sort()
const sizes = (table: string) =>
  database.query<{ channel: string; bytes: number; raw_size: number | null }>(
    `select channel, octet_length(blob) as bytes, raw_size from ${table} where thread_id = $1 order by channel`,
    [writer.thread_id],
  )
const asStored = [
  { channel: 'noise', bytes: values.noise.byteLength, raw_size: null },
  { channel: 'small', bytes: values.small.byteLength, raw_size: null },
  { channel: 'words', bytes: expect.any(Number), raw_size: values.words.byteLength },
]

it('35.4.1: of a large value of a state that can be made smaller less is stored, and all of it is read', async () => {
  const blobs = Object.entries(values).map(([channel, bytes]) => ({
    channel,
    version: '1',
    value: { type: 'bytes', bytes },
  }))
  const call = { ...place, call: 'put' as const, parent_checkpoint_id: null }
  const put = await packedPut({ ...call, checkpoint: '{}', metadata: '{}', blobs })
  expect(await putCheckpoint(database, writer, put)).toBe(true)
  const stored = await sizes('checkpoint_blobs')
  expect(stored).toEqual(asStored)
  expect(stored[2]?.bytes).toBeLessThan(values.words.byteLength / 50)
  expect(sameAs((await read())?.blobs)).toEqual(Object.keys(values).sort())
})

it('35.4.1: checkpoints with large values are read one after the other, however little of them is stored', async () => {
  const checkpoint = JSON.stringify({ channel_versions: { words: '1' } })
  const row = { ...place, parent_checkpoint_id: null, checkpoint, metadata: '{}' }
  const stored = await completed(database, writer.thread_id, [row, row])
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({ has_more: true })
})

it('35.4.1: the same holds of what a task has left, also where another answer takes its place', async () => {
  const leave = async (idx: number, channel: string, bytes: Buffer) => {
    const writes = [{ idx, channel, type: 'bytes', bytes }]
    const task = { task_id: 'task', task_path: '' }
    const call = await packedWrites({ ...place, call: 'put-writes', ...task, writes })
    expect(await putWrites(database, writer, call)).toBe(true)
  }
  for (const [idx, [channel, bytes]] of Object.entries(values).entries()) {
    await leave(idx, channel, bytes)
  }
  expect(await sizes('checkpoint_writes')).toEqual(asStored)
  expect(sameAs((await read())?.writes)).toEqual(Object.keys(values).sort())
  const answer = '__resume__'
  for (const bytes of [values.words, values.small, values.words, values.noise]) {
    await leave(-1, answer, bytes)
    const found = (await read())?.writes.find(({ channel }) => channel === answer)
    expect(found && bytes.equals(found.bytes)).toBe(true)
  }
})

it('35.4.1: what a run gives those who wait for it is read whole by everybody, in batches by its own size', async () => {
  const words = 'a word and another '.repeat(megabyte / 10)
  const output = JSON.stringify({ words })
  const { run_id, thread_id } = writer
  await database.query(
    `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, multitask_strategy,
       created_at, updated_at)
     values ($1, $2, $2, $2, 'agent', 'running', '{"input":null}', 'enqueue', now(), now())`,
    [run_id, thread_id],
  )
  const end = { status: 'success' as const, end_reason: null, error: null, now: new Date() }
  await recordEnd(database, run_id, { ...end, output: await storedOutput(output) })
  const [row] = await database.query<{ bytes: number }>(
    'select octet_length(packed_output) as bytes from runs where output is null',
  )
  expect(row?.bytes).toBeLessThan(output.length / 50)
  expect(await findEnd(database, run_id)).toMatchObject({ output })
  expect(await findTracedRun(database, run_id, noPrices)).toMatchObject({ outputs: { words } })
  const vote = { id: randomUUID(), run_id, key: 'user_score', created_at: end.now.toISOString() }
  const batches = []
  for await (const batch of withRuns(database, [vote, vote])) batches.push(batch)
  expect(batches).toMatchObject([[{ output: { words } }], [{ output: { words } }]])
})
