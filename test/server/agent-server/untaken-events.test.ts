/** A process of an agent whose server takes nothing of what it tells: as while the database is away. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import {
  type ExecutorListener,
  ExecutorProcess,
} from '../../../src/server/agent-server/executors/executor-process.ts'
import type { RunEnd } from '../../../src/server/executor/protocol/run-order.ts'
import { waitMs } from '../../helpers/patience.ts'
import { fixturesOf } from './serve-fixtures.ts'

let executor: ExecutorProcess | undefined
afterEach(() => executor?.stop())

it('34.1: a run that floods is stopped although nothing that it told was taken', async () => {
  const { directory, graphs, python } = fixturesOf({ flood: './flood.ts:graph' }, 'javascript')
  let isFull = () => {}
  const full = new Promise<void>((resolve) => {
    isFull = resolve
  })
  let onEnded: (end: RunEnd) => void = () => {}
  const ended = new Promise<RunEnd>((resolve) => {
    onEnded = resolve
  })
  let told = 0
  let bytes = 0
  const listener: ExecutorListener = {
    onLog() {},
    onEvents(_attempt, events) {
      told += events.length
      for (const { event, data } of events) bytes += event.length + data.length
      // So much may be on its way before the graph has to wait.
      if (bytes >= 1024 * 1024) isFull()
      return new Promise(() => {})
    },
    onUsage() {},
    onSpan() {},
    onHold: async () => null,
    onEnded: (_attempt, end) => onEnded(end),
    store: async ({ call }) => (call === 'get' || call === 'list' ? [] : null),
    onExit() {},
  }
  executor = new ExecutorProcess(directory, {}, { memory_mb: null, cpus: null }, listener, python)
  const own_server = { port: 1, key: 'asks nobody' }
  await executor.call({ call: 'load', directory, graphs, own_server }, waitMs)
  const token = executor.start({
    run_id: randomUUID(),
    thread_id: randomUUID(),
    assistant_id: randomUUID(),
    graph_id: 'flood',
    attempt: 1,
    is_continued: false,
    input: { kind: 'events', size: 1_000_000 },
    stream_modes: ['custom'],
    stream_subgraphs: false,
    is_told_whole: false,
    config: {},
    held: null,
  })
  await full
  executor.abort(token)
  expect(await ended).toMatchObject({ outcome: 'stopped' })
  expect(told).toBeLessThan(1_000_000)
})
