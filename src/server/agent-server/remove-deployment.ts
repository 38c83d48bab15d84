import { deleteUsage } from '../usage/usage-store.ts'
import { deleteAssistants } from './assistants/assistant-store.ts'
import { recordGuard } from './auth/guarded-store.ts'
import { deleteCrons } from './crons/cron-store.ts'
import { deleteItems } from './items/item-store.ts'
import type { RunEngine } from './run-engine.ts'
import { lockActiveRuns } from './run-store/run-store.ts'
import type { TerminalEvent } from './runs/run-ending.ts'
import { deleteKeptAddresses } from './threads/kept-addresses.ts'
import { deleteThreads } from './threads/thread-store.ts'

const fault = {
  error: 'DeploymentRemoved',
  message: 'The deployment was deleted, and the run with it.',
}
/** What readers of its runs get. */
const terminal: TerminalEvent = {
  event: { event: 'error', data: JSON.stringify(fault) },
  output: JSON.stringify({ __error__: fault }),
  isDeleted: true,
}

/**
 * Takes a deployment out of service: its address is unknown from the call on, its threads are
 * deleted with all that belongs to them, whoever listens to one of its runs is told, and its
 * processes are ended, here and wherever else it was served. May be repeated.
 */
export async function removeDeployment(engine: RunEngine, deploymentId: string): Promise<void> {
  const served = engine.executors.remove(deploymentId)
  const runs = await engine.database.transaction(async (tx) => {
    const active = await lockActiveRuns(tx, { deployment_id: deploymentId })
    await deleteThreads(tx, deploymentId)
    await deleteKeptAddresses(tx, deploymentId)
    await deleteCrons(tx, deploymentId)
    await deleteAssistants(tx, deploymentId)
    await deleteItems(tx, deploymentId)
    await deleteUsage(tx, deploymentId)
    await recordGuard(tx, deploymentId, null)
    return active
  })
  engine.cluster.notices.send({ kind: 'removed', deployment_id: deploymentId })
  for (const run of runs) drop(engine, run.run_id)
  await Promise.all(served.map((one) => one.stop()))
}

/** The same at another process, where the threads are deleted already. */
export async function dropDeployment(engine: RunEngine, deploymentId: string): Promise<void> {
  const served = engine.executors.remove(deploymentId)
  for (const { run } of engine.attempts.all()) {
    if (run.deployment_id === deploymentId) drop(engine, run.run_id)
  }
  await Promise.all(served.map((one) => one.stop()))
}

function drop({ attempts, ends }: RunEngine, runId: string): void {
  attempts.drop(runId)
  ends.announce(runId, terminal)
}
