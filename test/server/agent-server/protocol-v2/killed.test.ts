import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { ProtocolResponse } from '../../../../src/contract/agent-server/protocol-v2/commands.ts'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import { eachMayTake } from '../../../helpers/each-may-take.ts'
import { createPostgresDatabase } from '../../../helpers/postgres.ts'
import { openGates } from '../gates.ts'
import { type KillableServer, startKillable } from '../killable.ts'
import { dataOf, ends, openRecording } from './recording-reader.ts'

eachMayTake(2)

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start(server: KillableServer, thread: string, input: object) {
  const params = { assistant_id: 'steps', input }
  const body = { id: 1, method: 'run.start', params }
  const answer = await server.call<ProtocolResponse>('POST', `/threads/${thread}/commands`, body)
  expect(answer.type).toBe('success')
}

it('after a kill -9 what was told is told again under the same ids, and the run goes on from there', async () => {
  const gates = await openGates()
  cleanUps.push(() => gates.close())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'quarterdeck-protocol-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const before = await startKillable({ gateUrl: gates.url, dataDir })
  const thread = randomUUID()
  const gate = randomUUID()
  const recording = await openRecording(before, thread)
  await start(before, thread, {})
  const first = await recording.runs(1)
  await start(before, thread, { gates: { second: gate } })
  await gates.arrived(gate)
  const told = [
    ...first,
    ...(await recording.until(
      ({ method, params }) => method === 'values' && (params.data.log as string[]).length === 4,
    )),
  ]
  await before.kill()

  const after = await startKillable({ gateUrl: gates.url, dataDir })
  cleanUps.push(() => after.kill())
  gates.open(gate)
  const again = await openRecording(after, thread)
  const events = await again.runs(2)
  expect(events.slice(0, told.length)).toEqual(told)
  expect(ends(events)).toEqual(['running', 'completed', 'running', 'completed'])
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length)
  expect(dataOf(events, 'values').at(-1)).toMatchObject({
    log: ['first', 'second', 'third', 'first', 'second', 'third'],
  })
  // Whoever was there before asks for what it does not know.
  const rest = await openRecording(after, thread, {
    channels: ['values', 'lifecycle'],
    since: told.at(-1)?.seq,
  })
  const wanted = events.slice(told.length)
  expect(await rest.runs(1)).toEqual(
    wanted.filter(({ method }) => method === 'values' || method === 'lifecycle'),
  )
})

it('a run that works at another process is told at this one, whichever was asked', async () => {
  const gates = await openGates()
  cleanUps.push(() => gates.close())
  const databaseUrl = await createPostgresDatabase()
  const limits = { leaseMs: 5_000, pollMs: 500 }
  const at = { gateUrl: gates.url, databaseUrl, limits }
  const idle = await startKillable({ ...at, isIdle: true })
  cleanUps.push(() => idle.kill())
  const working = await startKillable(at)
  cleanUps.push(() => working.kill())
  const thread = randomUUID()
  const here = await openRecording(idle, thread)
  const there = await openRecording(working, thread)
  await start(idle, thread, {})
  const told = await here.runs(1)
  expect(dataOf(told, 'values').at(-1)).toMatchObject({ log: ['first', 'second', 'third'] })
  expect(await there.runs(1)).toEqual(told)
  // By the run endpoints, at the other one.
  await working.call<Run>('POST', `/threads/${thread}/runs`, {
    assistant_id: 'steps',
    input: {},
    stream_mode: 'updates',
  })
  const more = await here.runs(1)
  expect(ends(more)).toEqual(['running', 'completed'])
  expect(dataOf(more, 'values').length).toBeGreaterThan(2)
  expect(await there.runs(1)).toEqual(more)
})
