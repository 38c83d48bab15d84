import { call, type Transport } from '../../client/api.ts'
import { isTransient } from '../../client/is-transient.ts'
import { isGraphAway } from '../../client/kept-state.ts'
import { listRuns, type Run, runsAtOnce } from '../../contract/agent-server/runs.ts'
import { getThreadState, type ThreadState } from '../../contract/agent-server/threads.ts'
import { backOffMs, type Clock, pause } from '../clock.ts'
import { isAborted } from '../thrown.ts'

/** The stream broke and the session is on its way back to it. */
export interface Reconnecting {
  readonly attempt: number
  /** When the next attempt starts; null while it is under way. */
  readonly retryAt: number | null
}

export interface RetryTools {
  readonly transport: Transport
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  onReconnecting(state: Reconnecting | null): void
  /** Receives a way to cut the present wait short. */
  onWait(wake: () => void): void
}

/**
 * Reads until the server answers: failures that may pass are tried again with back-off for as long as
 * the signal lets it; others are thrown.
 */
export async function readPatiently<T>(tools: RetryTools, read: () => Promise<T>): Promise<T> {
  let hasFailed = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await read()
      if (hasFailed) tools.onReconnecting(null)
      return answer
    } catch (error) {
      if (isAborted(error, tools.signal) || !isTransient(error)) throw error
      hasFailed = true
      // Who is woken has a reason to hope: the waits begin anew.
      if (await waitForRetry(tools, attempt)) attempt = 0
      tools.signal.throwIfAborted()
    }
  }
}

/**
 * Waits the back-off of an attempt, at most `longestMs`, visibly; ends early on abort or when woken.
 * @returns whether it was woken
 */
export async function waitForRetry(
  tools: RetryTools,
  attempt: number,
  longestMs?: number,
): Promise<boolean> {
  const waitMs = backOffMs(attempt, tools.random, longestMs)
  tools.onReconnecting({ attempt, retryAt: tools.clock.now() + waitMs })
  const isWoken = await pause(tools.clock, waitMs, tools.signal, tools.onWait)
  if (!tools.signal.aborted) tools.onReconnecting({ attempt, retryAt: null })
  return isWoken
}

/** A graph that has not answered for so long may not be able to: a process that is being started again is waited for. */
const slowMs = 3_000

/** The newest state, as `readPatiently`. `onAway` is called each time the graph cannot be asked, or takes its time. */
export function readState(
  tools: RetryTools,
  thread_id: string,
  onAway: () => void = () => {},
): Promise<ThreadState> {
  const { transport, clock, signal } = tools
  return readPatiently(tools, async () => {
    const answered = clock.after(slowMs, onAway)
    try {
      return await call(transport, getThreadState, { params: { thread_id }, signal })
    } catch (error) {
      if (isGraphAway(error)) onAway()
      throw error
    } finally {
      answered()
    }
  })
}

const maxPages = 20

/** Every run of a thread, oldest first: servers differ in their order and in what they filter by. */
export async function readRuns(
  transport: Transport,
  thread_id: string,
  signal: AbortSignal,
): Promise<Run[]> {
  const runs = new Map<string, Run>()
  for (let page = 0; page < maxPages; page += 1) {
    const query = { limit: runsAtOnce, offset: page * runsAtOnce }
    const list = await call(transport, listRuns, { params: { thread_id }, query, signal })
    for (const run of list) runs.set(run.run_id, run)
    if (list.length < runsAtOnce) break
  }
  return [...runs.values()].sort(
    (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
  )
}
