import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from '../../src/contract/agent-server/runs.ts'
import { isActive } from '../../src/contract/agent-server/runs.ts'
import type { Thread, ThreadState } from '../../src/contract/agent-server/threads.ts'
import { type SseEvent, sseOf } from '../server/agent-server/sse.ts'
import type { PersistentClient } from './clients/persistent-client.ts'

/** An entry of a thread's log: one execution of a step that was kept. */
export interface Done {
  run: string
  step: number
  token: string
}

/** A checkpoint, as a history tells it. */
export interface State {
  id: string
  parent: string | null
  runId: string | null
  log: readonly Done[]
}

/** All that is left of a thread when nothing happens any more. */
export interface Observed {
  thread: string
  status: string
  /** The first that was created first. */
  runs: Run[]
  states: State[]
  /** What the thread itself says of its state, and what the state is. */
  values: readonly Done[]
  state: readonly Done[]
  /** The stored events by run. */
  events: Map<string, SseEvent[]>
}

/** So long it is waited for, and looked whether it is there. */
const anewMs = 60_000
const lookMs = 100

/** The same executions of steps, in the same order. */
export const isSame = (one: readonly Done[], other: readonly Done[]) =>
  JSON.stringify(one) === JSON.stringify(other)

const logOf = (values: unknown) => (values as { log?: Done[] } | null)?.log ?? []

/** The runs of a thread, the first that was created first. */
export async function runsOf(client: PersistentClient, thread: string): Promise<Run[]> {
  const { body } = await client.ask('GET', `/threads/${thread}/runs?limit=100`, { at: 0 })
  return (body as Run[]).reverse()
}

/** The events of a run that has ended, after this one. */
export async function eventsOf(
  client: PersistentClient,
  run: Run,
  after: number,
): Promise<SseEvent[]> {
  const target = `/threads/${run.thread_id}/runs/${run.run_id}/stream`
  const headers = { 'last-event-id': String(after) }
  const leaving = new AbortController()
  for (let at = 0; ; at += 1) {
    const response = await client.open('GET', target, { at, headers }, leaving.signal)
    if (response?.ok) return sseOf(response, leaving).rest()
    if (client.isLeft) throw new Error('The round is over.')
  }
}

/** Reads everything of a thread whose runs have ended. */
export async function observe(client: PersistentClient, thread: string): Promise<Observed> {
  const read = async <Body>(end: string) =>
    (await client.ask('GET', `/threads/${thread}${end}`, { at: 0 })).body as Body
  const runs = await runsOf(client, thread)
  const history = await read<ThreadState[]>('/history?limit=1000')
  const state = await read<ThreadState>('/state')
  let told = await read<Thread>('')
  // What a thread says of itself is read anew once its process is up again, where its last run ended with that.
  for (let left = anewMs / lookMs; left > 0; left -= 1) {
    if (isSame(logOf(told.values), logOf(state.values))) break
    await pause(lookMs)
    told = await read<Thread>('')
  }
  const events = new Map<string, SseEvent[]>()
  for (const run of runs) {
    if (!isActive(run)) events.set(run.run_id, await eventsOf(client, run, -1))
  }
  return {
    thread,
    status: told.status,
    runs,
    states: history.reverse().map((one) => ({
      id: one.checkpoint?.checkpoint_id ?? '',
      parent: one.parent_checkpoint?.checkpoint_id ?? null,
      runId: (one.metadata?.run_id as string | undefined) ?? null,
      log: logOf(one.values),
    })),
    values: logOf(told.values),
    state: logOf(state.values),
    events,
  }
}
