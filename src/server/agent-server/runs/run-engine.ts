import type { GraphCalls } from '../graphs/graph-calls.ts'
import type { RunListeners } from '../streams/run-listeners.ts'
import type { ThreadWatch } from '../streams/thread-watch.ts'
import type { Attempts } from './attempts.ts'
import type { EngineContext } from './engine-context.ts'
import type { RemoteRuns } from './remote-runs.ts'
import type { RunEnds } from './run-ends.ts'
import type { RunQueue } from './run-queue.ts'
import type { RunSweep } from './run-sweep.ts'

/** The parts by which the routes and the control plane reach the runs. */
export interface RunEngine extends EngineContext {
  queue: RunQueue
  attempts: Attempts
  ends: RunEnds
  remote: RemoteRuns
  sweep: RunSweep
  listeners: RunListeners
  threads: ThreadWatch
  graphCalls: GraphCalls
  /** Hands the running runs back to the queue: they go on from their last checkpoint next time. */
  stop(): Promise<void>
}
