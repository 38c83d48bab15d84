import type { AgentHost, LoadableRevision } from '../cluster/agent-host.ts'
import { setGraphs } from './assistants/assistant-store.ts'
import { removeDeployment } from './remove-deployment.ts'
import { asError } from './runs/engine-context.ts'
import type { RunEngine } from './runs/run-engine.ts'
import { hasActiveRuns } from './runs/run-store.ts'
import { searchRuns, type VotedRuns } from './search/run-search.ts'
import { summarizeRuns } from './search/run-summary.ts'
import { findThreads } from './search/thread-find.ts'
import { readStaleThreads } from './threads/stale-threads.ts'

/** What the control plane can do with this agent server. */
export function agentHost(engine: RunEngine, votedRuns: VotedRuns): AgentHost {
  const { executors, cluster, database, now, report } = engine
  /** Takes up the runs that a process left behind which is not there any more. */
  const recover = async (deploymentId: string) => {
    await cluster.join()
    await engine.sweep.takeOver([deploymentId])
    engine.queue.wake()
  }
  return {
    async register(deployment) {
      if (executors.register(deployment)) await recover(deployment.id)
    },
    async load(revision) {
      // What user code prints must not break this side, whoever takes it down.
      const onLog: LoadableRevision['onLog'] = (level, message, runId) => {
        try {
          revision.onLog(level, message, runId)
        } catch (error) {
          report(asError(error))
        }
      }
      return { graphs: await executors.load({ ...revision, onLog }) }
    },
    async activate(deploymentId, revisionId) {
      const graphs = executors.graphsOf(deploymentId, revisionId)
      await database.transaction((tx) => setGraphs(tx, deploymentId, graphs, now()))
      executors.activate(deploymentId, revisionId)
      engine.queue.wake()
      readStaleThreads(engine, deploymentId)
    },
    async discard(deploymentId, revisionId) {
      await executors.discard(deploymentId, revisionId)
    },
    async rest(deploymentId) {
      const active = executors.find(deploymentId)?.active
      if (!active) return true
      if (await hasActiveRuns(database, deploymentId)) return false
      await executors.discard(deploymentId, active.revision.revision_id)
      return true
    },
    async remove(deploymentId) {
      await removeDeployment(engine, deploymentId)
    },
    summarizeRuns: (request, hidden) => summarizeRuns(database, request, now(), hidden),
    findThreads: (find, hidden) => findThreads(database, find, hidden),
    searchRuns: (search, hidden) => {
      const tools = { votedRuns, listeners: engine.listeners, now: now(), hidden: hidden ?? [] }
      return searchRuns(database, search, tools)
    },
  }
}
