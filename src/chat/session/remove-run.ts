import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { type ReadTools, readRun } from '../../client/cancel-run.ts'
import { deleteRun, type Run } from '../../contract/agent-server/runs.ts'

/**
 * Deletes a run that a roll-back stopped and left there, as some servers do: with the run they delete
 * its checkpoints. Returns the next read of it; where the server refuses, the run is what it was.
 */
export async function removeStopped(
  tools: ReadTools,
  thread_id: string,
  stopped: Run,
): Promise<Run | null> {
  try {
    return await removeRun(tools, { thread_id, run_id: stopped.run_id })
  } catch (error) {
    if (tools.signal?.aborted || !(error instanceof ApiError)) throw error
    return stopped
  }
}

/** Deletes a run and returns the next read of it: null when it is gone. @throws ApiError when refused */
export async function removeRun(
  tools: ReadTools,
  params: { thread_id: string; run_id: string },
): Promise<Run | null> {
  try {
    await call(tools.transport, deleteRun, { params, signal: tools.signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  return readRun(tools, params)
}
