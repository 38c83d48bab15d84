import { randomUUID } from 'node:crypto'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { Harness } from '../../server/agent-server/harness.ts'

/** By the name of a field: shows that it works. */
export type Effects = Record<string, (h: Harness) => Promise<void>>

/** How a request's fields are shown to work, and a faulty value of each. */
export interface FieldTable {
  /** Method and path. */
  at: string
  /** What the request must have besides. */
  base: object
  /** The names that the published description has. */
  published: string
  effects: Effects
  faulty: object
}

/** Stands in a path for a thread of the test's own. */
export const some = randomUUID()
export const log = ['first', 'second', 'third']
export const onSteps = { assistant_id: 'steps', input: {} }

export async function waited(h: Harness, thread: string, body: object): Promise<unknown> {
  return (await h.call('POST', `/threads/${thread}/runs/wait`, body)).body
}

export async function ran(h: Harness, body: object = onSteps): Promise<string> {
  const thread = await h.thread()
  await waited(h, thread, body)
  return thread
}

export const history = async (h: Harness, thread: string, body: object = {}) =>
  (await h.call<ThreadState[]>('POST', `/threads/${thread}/history`, body)).body

/** What the node of the graph `told` was given. */
export async function given(h: Harness, more: object): Promise<unknown> {
  const output = (await waited(h, await h.thread(), {
    assistant_id: 'told',
    input: {},
    ...more,
  })) as {
    told: unknown[]
  }
  return output.told[0]
}

/** The names of a stream's events. */
export async function events(h: Harness, body: object): Promise<string[]> {
  const stream = await h.stream('POST', `/threads/${await h.thread()}/runs/stream`, body)
  return (await stream.rest()).map(({ event }) => event)
}

/** A run that waits at a gate in its second step. */
export async function held(h: Harness, more: object = {}): Promise<{ run: Run; gate: string }> {
  const gate = randomUUID()
  const run = await h.run(await h.thread(), {
    assistant_id: 'steps',
    input: { gates: { second: gate } },
    ...more,
  })
  await h.gates.arrived(gate)
  return { run, gate }
}
