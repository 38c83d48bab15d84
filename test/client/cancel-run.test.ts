import { expect, it } from 'vitest'
import { cancelAndVerify } from '../../src/client/cancel-run.ts'
import { stateBefore } from '../../src/client/state-before.ts'
import { nothing } from '../helpers/nothing.ts'
import { rawServer } from './raw-server.ts'

const at = '2026-01-01T00:00:00Z'
const key = { thread_id: 't', run_id: 'r' }
const detail = 'No.'

/** A server that answers a cancel with one status, and reads of the run with each of `reads` in turn, the last for ever. */
async function runServer(cancel: number, ...reads: (string | number)[]) {
  const server = await rawServer((response, { method }) => {
    if (method === 'POST') return response.writeHead(cancel).end(JSON.stringify({ detail }))
    const read = (reads.length > 1 ? reads.shift() : reads[0]) ?? 404
    const run = { ...key, status: read, created_at: at, updated_at: at }
    const isRun = typeof read === 'string'
    return response.writeHead(isRun ? 200 : read).end(JSON.stringify(isRun ? run : { detail }))
  })
  const waits: number[] = []
  const pause = async (ms: number) => void waits.push(ms)
  return { ...server, waits, tools: { transport: { baseUrl: server.baseUrl }, pause } }
}

it('§3 reads a run that was asked to stop until it has ended, also past failures', async () => {
  const { tools, waits } = await runServer(202, 'running', 503, 'running', 'interrupted')
  const end = await cancelAndVerify(tools, key, 'interrupt')
  expect(end).toMatchObject({ run: { status: 'interrupted' }, refusal: null })
  expect(waits).toEqual([150, 300, 600])
})

it('§3 takes a run that is read as gone for rolled back, and one that stays for what it is', async () => {
  const gone = await runServer(204, 'running', 404)
  expect(await cancelAndVerify(gone.tools, key, 'rollback')).toEqual({ run: null, refusal: null })
  const kept = await runServer(204, 'error')
  expect((await cancelAndVerify(kept.tools, key, 'rollback')).run?.status).toBe('error')
})

it('gives back a run that does not end as active, after so many looks', async () => {
  const { tools, waits } = await runServer(202, 'running')
  const patient = { ...tools, mostLooks: 16 }
  expect((await cancelAndVerify(patient, key, 'interrupt')).run?.status).toBe('running')
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(60_000)
})

it.each([
  [409, 'success', 'success'],
  [404, 404, undefined],
])('says with %s refusals what the run came to by itself', async (refused, read, status) => {
  const { tools } = await runServer(refused, read)
  const { run, refusal } = await cancelAndVerify(tools, key, 'interrupt')
  expect([run?.status, refusal?.status]).toEqual([status, refused])
})

it.each([
  [409, 'running'],
  [403, 500],
  [500, 'interrupted'],
])('throws %s refusals of a run that is read as %s', async (refused, read) => {
  const { tools } = await runServer(refused, read)
  await expect(cancelAndVerify(tools, key, 'interrupt')).rejects.toMatchObject({ status: refused })
})

/** The history of a thread, newest first, by the runs that wrote it; the oldest has no parent unless it is cut off. */
async function historyServer(writers: string[], isCutOff = false) {
  const states = writers.map((run_id, index) => ({
    values: { index },
    next: [],
    tasks: [],
    metadata: { run_id },
    checkpoint: { checkpoint_id: `${index}` },
    parent_checkpoint:
      isCutOff || index < writers.length - 1 ? { checkpoint_id: `${index + 1}` } : null,
  }))
  return rawServer((response, { url }) => {
    const query = new URL(url, 'http://here').searchParams
    const start = query.has('before') ? Number(query.get('before')) + 1 : 0
    response.end(JSON.stringify(states.slice(start, start + Number(query.get('limit')))))
  })
}

it('finds the newest state that a run did not write, over pages', async () => {
  const long = await historyServer([...Array<string>(75).fill('r'), 'other', 'first'])
  expect(await stateBefore(long, key)).toMatchObject({
    state: { values: { index: 75 } },
    hasWritten: true,
  })
  const begun = await historyServer(['other'])
  expect(await stateBefore(begun, key)).toMatchObject({
    state: { values: { index: 0 } },
    hasWritten: false,
  })
})

it('tells a thread that was empty before a run from one whose history is cut off', async () => {
  const first = await historyServer(['r', 'r'])
  expect((await stateBefore(first, key)).state).toMatchObject({ values: nothing, next: [] })
  const cut = await historyServer(['r', 'r'], true)
  expect(await stateBefore(cut, key)).toEqual({ state: null, hasWritten: true })
  const none = await historyServer([])
  expect(await stateBefore(none, key)).toMatchObject({
    state: { values: nothing },
    hasWritten: false,
  })
})
