import { call, type Transport } from '../../../client/api.ts'
import { getRun, type Run } from '../../../contract/agent-server/runs.ts'

/** Rejects where a run is gone: then what was read of it stays, whichever read is the first to find nothing. */
export async function demandRun(agent: Transport, run: Run, signal: AbortSignal): Promise<void> {
  const { thread_id, run_id } = run
  await call(agent, getRun, { params: { thread_id, run_id }, signal })
}
