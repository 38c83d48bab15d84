import type { ToldState } from '../contract/agent-server/steps/state-tasks.ts'

export interface ThreadPlace {
  deployment_id: string
  thread_id: string
}

/** What runs left in their threads. Its methods reject with an HttpError where no executor can tell it (503, 409, 502). */
export interface RunHistory {
  /**
   * The states that a run made after the one that it began at, oldest first and without their values: its last 1,000,
   * as far as the thread still has them. Of a run that made none the newest of its thread.
   */
  statesOf(run: ThreadPlace & { run_id: string }): Promise<ToldState[]>
  /**
   * The values of a thread at a checkpoint, and how long they are as JSON text, in characters; undefined where the
   * thread does not have it any more.
   */
  valuesAt(
    place: ThreadPlace,
    checkpointId: string,
  ): Promise<{ values: unknown; length: number } | undefined>
}
