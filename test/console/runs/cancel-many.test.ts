import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startCancelJob } from '../../../src/console/runs/cancel/cancel-job.ts'
import { cancelChosen } from '../../../src/console/runs/cancel/cancel-many.ts'
import { sayEnd } from '../../../src/console/runs/cancel/left-job.tsx'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { toasts } from '../../../src/ui/overlay/toast.ts'

let server: Server

afterEach(() => new Promise((done) => server?.close(done)))

const at = '2026-01-01T00:00:00Z'
const run = (thread_id: string, run_id: string, status = 'running'): Run => ({
  thread_id,
  run_id,
  status,
  created_at: at,
  updated_at: at,
})

/** A published agent server: accepts a bulk cancel without a word (204), or refuses that of a thread. */
async function otherServer(runs: Run[], ...refused: string[]) {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') {
      const isRefused = refused.includes(body ? JSON.parse(body).thread_id : '')
      response.statusCode = isRefused ? 404 : 204
      response.end(isRefused ? JSON.stringify({ detail: 'No runs found to cancel.' }) : undefined)
      return
    }
    const found = runs.find(({ run_id }) => request.url?.endsWith(`/runs/${run_id}`))
    response.statusCode = found ? 200 : 404
    response.end(JSON.stringify(found ?? { detail: 'Run not found' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, refused }
}

it('takes no accepted request for a proof: it reads each run where the server does not tell', async () => {
  const late = run('a', 'late')
  const runs = [run('a', 'stopped', 'interrupted'), run('a', 'done', 'success'), late]
  const agent = await otherServer([...runs, run('a', 'going')])
  const chosen = ['stopped', 'done', 'late', 'going', 'deleted'].map((id) => run('a', id))
  const pause = async () => {
    late.status = 'interrupted'
  }
  const outcomes = async (action: 'interrupt' | 'rollback', isOneByOne: boolean) => {
    late.status = 'running'
    const told = await cancelChosen(() => agent, chosen, action, { pause, isOneByOne })
    return told.map(({ outcome }) => outcome)
  }
  for (const isOneByOne of [true, false]) {
    expect(await outcomes('interrupt', isOneByOne)).toEqual([
      'cancelled',
      'not_active',
      'cancelled',
      'asked',
      'cancelled',
    ])
    // What is still there was not rolled back.
    expect(await outcomes('rollback', isOneByOne)).toEqual([
      'failed',
      'not_active',
      'failed',
      'asked',
      'cancelled',
    ])
  }
})

it('§2.8 asks thread by thread, and one that is refused leaves the others alone', async () => {
  const agent = await otherServer([run('b', 'fine', 'interrupted')], 'a')
  const outcomes = await cancelChosen(
    () => agent,
    [run('a', 'lost'), run('b', 'fine')],
    'interrupt',
  )
  expect(outcomes).toMatchObject([
    { run_id: 'lost', outcome: 'failed', reason: expect.stringContaining('No runs found') },
    { run_id: 'fine', outcome: 'cancelled' },
  ])
})

it('a job tells how far it is, and asks again for what failed', async () => {
  const stopped = [run('a', 'one', 'interrupted'), run('b', 'two', 'interrupted')]
  const agent = await otherServer(stopped, 'a')
  const ends: (() => void)[] = []
  const ended = () => new Promise<void>((resolve) => ends.push(resolve))
  const first = ended()
  const job = startCancelJob(
    () => agent,
    { kind: 'chosen', runs: [run('a', 'one'), run('b', 'two')] },
    'interrupt',
    { isOneByOne: false, onDone: () => ends.shift()?.() },
  )
  const seen: number[] = []
  job.subscribe(() => seen.push(job.getSnapshot().ended))
  expect(job.getSnapshot()).toMatchObject({ isDone: false, total: 2, ended: 0 })
  await first
  const outcomeOf = (id: string) =>
    job.getSnapshot().outcomes.find(({ run_id }) => run_id === id)?.outcome
  expect([outcomeOf('one'), outcomeOf('two')]).toEqual(['failed', 'cancelled'])
  expect(seen).toContain(1)
  agent.refused.pop()
  const second = ended()
  job.retry()
  await second
  expect([outcomeOf('one'), outcomeOf('two')]).toEqual(['cancelled', 'cancelled'])
  expect(job.getSnapshot()).toMatchObject({ isDone: true, ended: 2 })
})

it('says how a job ended that was left, and not of one that is looked at again', async () => {
  const agent = await otherServer([run('b', 'two', 'interrupted')], 'a')
  const runs = [run('a', 'one'), run('b', 'two')]
  const start = () =>
    new Promise<void>((onDone) => {
      const target = { kind: 'chosen', runs } as const
      const job = startCancelJob(() => agent, target, 'interrupt', { isOneByOne: false, onDone })
      const unsay = sayEnd(job)
      if (agent.refused.length === 0) unsay()
    })
  await start()
  expect(toasts.take()).toEqual([{ kind: 'bad', title: '1 of 2 runs stopped' }])
  agent.refused.pop()
  await start()
  expect(toasts.take()).toEqual([])
})

it('§4.2 asks run by run where the server has no bulk cancel', async () => {
  const agent = await otherServer([])
  const paths: string[] = []
  server.prependListener('request', ({ url }) => paths.push(url ?? ''))
  const outcomes = await cancelChosen(() => agent, [run('a', 'one'), run('a', 'two')], 'rollback', {
    isOneByOne: true,
  })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled'])
  expect(paths.sort()).toEqual([
    '/threads/a/runs/one',
    '/threads/a/runs/one/cancel?action=rollback',
    '/threads/a/runs/two',
    '/threads/a/runs/two/cancel?action=rollback',
  ])
})
