import {
  type CancelAction,
  cancelRun,
  getRun,
  isActive,
  type Run,
} from '../contract/agent-server/runs.ts'
import { call, type Transport } from './api.ts'
import { ApiError } from './api-error.ts'
import { isTransient } from './is-transient.ts'

type RunKey = Pick<Run, 'thread_id' | 'run_id'>

/** What a read of a run needs. */
export interface ReadTools {
  readonly transport: Transport
  readonly signal?: AbortSignal
}

/** What the reads after a cancel need. */
export interface CancelTools extends ReadTools {
  /** Waits so many milliseconds between two reads, or less where the signal aborts. */
  readonly pause: (ms: number) => Promise<unknown>
  /** After so many reads of an active run it is taken as still at work; absent: it is read until it has ended. */
  readonly mostLooks?: number
}

/** What a cancel came to. */
export interface CancelEnd {
  /** The run as it was read last: active where it is still at work, null where it is gone. */
  run: Run | null
  /** Why the server refused a run that the read found ended or gone all the same; null where it accepted. */
  refusal: ApiError | null
}

const firstLookMs = 150
const longestLookMs = 2000
/** A run that is still there after so many looks is not about to end: it is looked at less often. */
const eagerLooks = 12
const patientLookMs = 15_000

/**
 * Asks the server to cancel a run and then reads the run until it has ended: an accepted request is no
 * proof, whether or not the server waits. A refusal leads to a read too: the run has mostly ended by itself.
 * @param onAccepted the server took the request
 * @throws ApiError when asking failed or the run cannot be read, or the signal's reason
 */
export async function cancelAndVerify(
  tools: CancelTools,
  params: RunKey,
  action: CancelAction,
  onAccepted?: () => void,
): Promise<CancelEnd> {
  const { transport, signal } = tools
  try {
    await call(transport, cancelRun, { params, query: { action }, signal })
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error)) throw error
    const run = await readRun(tools, params).catch(() => undefined)
    if (run === undefined || (run && isActive(run))) throw error
    return { run, refusal: error }
  }
  onAccepted?.()
  return { run: await readEnded(tools, params), refusal: null }
}

/**
 * Reads a run until it has ended. Reads that fail for now are made again.
 * @returns the last read: null where the run is gone, active where `mostLooks` were not enough
 * @throws ApiError when it cannot be read, or the signal's reason
 */
export async function readEnded(tools: CancelTools, params: RunKey): Promise<Run | null> {
  const { pause, mostLooks } = tools
  for (let looks = 1; ; looks += 1) {
    const isLast = looks === mostLooks
    try {
      const run = await readRun(tools, params)
      if (isLast || !run || !isActive(run)) return run
    } catch (error) {
      if (isLast || !isTransient(error)) throw error
    }
    const eagerMs = Math.min(firstLookMs * 2 ** (looks - 1), longestLookMs)
    await pause(looks < eagerLooks ? eagerMs : patientLookMs)
  }
}

/** The run as the server has it, or null when it is gone (404). @throws ApiError, or the signal's reason */
export async function readRun(
  { transport, signal }: ReadTools,
  params: RunKey,
): Promise<Run | null> {
  try {
    return await call(transport, getRun, { params, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
