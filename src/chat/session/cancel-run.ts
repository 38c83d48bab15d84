import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import {
  type CancelAction,
  cancelRun,
  deleteRun,
  isActive,
  type Run,
} from '../../contract/agent-server/runs.ts'
import { type Clock, pause } from './clock.ts'
import { asError } from './follow-run.ts'
import { isAborted, isTransient, readRun } from './server-reads.ts'
import type { CancelRequest } from './session-types.ts'

interface CancelTools {
  readonly transport: Transport
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Where a cancel stands: `change` is applied to the request that the screen shows. */
type Report = (change: Partial<CancelRequest>) => void

const firstLookMs = 150
const longestLookMs = 2000
/** A run that is still there after so many looks is not about to end: it is looked at less often. */
const eagerLooks = 12
const patientLookMs = 15_000

/**
 * Asks the server to cancel a run and then reads the run until it has ended: an accepted request is no
 * proof. Returns the last read (null: gone), or undefined when asking failed or we left.
 *
 * A refusal (4xx) also leads to a read: the run has mostly ended by itself meanwhile.
 */
export async function cancelAndVerify(
  tools: CancelTools,
  params: { thread_id: string; run_id: string },
  action: CancelAction,
  report: Report,
): Promise<{ record: Run | null } | undefined> {
  try {
    await call(tools.transport, cancelRun, { params, query: { action }, signal: tools.signal })
    report({ stage: 'accepted', acceptedAt: tools.clock.now() })
  } catch (error) {
    if (isAborted(error, tools.signal)) return undefined
    const isRefused = error instanceof ApiError && error.status >= 400 && !isTransient(error)
    const record = isRefused ? await lookOnce(tools, params) : undefined
    if (!record || (record.record && isActive(record.record))) {
      report({ stage: 'failed', error: asError(error) })
      return undefined
    }
    return record
  }
  return verifyEnded(tools, params)
}

/**
 * Deletes a run that a roll-back stopped and left there, as some servers do: with the run they delete
 * its checkpoints. Returns the next read of it; where the server refuses, the run is what it was.
 */
export async function removeStopped(
  tools: CancelTools,
  thread_id: string,
  stopped: Run,
): Promise<Run | null> {
  const params = { thread_id, run_id: stopped.run_id }
  try {
    return await removeRun(tools, params)
  } catch (error) {
    if (isAborted(error, tools.signal) || !(error instanceof ApiError)) throw error
    return stopped
  }
}

/** Deletes a run and returns the next read of it: null when it is gone. @throws ApiError when refused */
export async function removeRun(
  tools: CancelTools,
  params: { thread_id: string; run_id: string },
): Promise<Run | null> {
  try {
    await call(tools.transport, deleteRun, { params, signal: tools.signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  return readRun(tools.transport, params, tools.signal)
}

/** Reads a run until it is over; undefined when we left first. */
export async function verifyEnded(
  tools: CancelTools,
  params: { thread_id: string; run_id: string },
): Promise<{ record: Run | null } | undefined> {
  for (let looks = 1; !tools.signal.aborted; looks += 1) {
    const look = await lookOnce(tools, params)
    if (look && !(look.record && isActive(look.record))) return look
    const eagerMs = Math.min(firstLookMs * 2 ** (looks - 1), longestLookMs)
    await pause(tools.clock, looks < eagerLooks ? eagerMs : patientLookMs, tools.signal)
  }
  return undefined
}

async function lookOnce(tools: CancelTools, params: { thread_id: string; run_id: string }) {
  try {
    return { record: await readRun(tools.transport, params, tools.signal) }
  } catch (error) {
    // The next look may succeed; whoever waits sees that it is not verified yet.
    if (isAborted(error, tools.signal) || isTransient(error)) return undefined
    throw error
  }
}
