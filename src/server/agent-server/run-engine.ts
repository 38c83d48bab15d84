import type { EngineContext } from './engine-context.ts'
import type { GraphCalls } from './graphs/graph-calls.ts'
import type { Attempts } from './runs/attempts.ts'
import type { RemoteRuns } from './runs/remote-runs.ts'
import type { RunEnds } from './runs/run-ends.ts'
import type { RunQueue } from './runs/run-queue.ts'
import type { RunSweep } from './runs/run-sweep.ts'
import type { RunListeners } from './streams/log/run-listeners.ts'
import type { ThreadWatch } from './streams/log/thread-watch.ts'

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
