import { asError } from '../as-error.ts'
import type { AgentHost, LoadableRevision } from '../cluster/agent-host.ts'
import { setGraphs } from './assistants/assistant-store.ts'
import { recordGuard } from './auth/guarded-store.ts'
import { narrowedFor } from './auth/narrowed-for.ts'
import type { ExecutorWatch } from './executors/watch/executor-watch.ts'
import { removeDeployment } from './remove-deployment.ts'
import type { RunEngine } from './run-engine.ts'
import { hasActiveRuns } from './run-store/run-store.ts'
import { figuresByRevision } from './search/revision-figures.ts'
import { placeOfRun } from './search/run-place.ts'
import { searchRuns, type VotedRuns } from './search/run-search.ts'
import { summarizeRuns } from './search/run-summary.ts'
import { findThreads } from './search/thread-find.ts'
import { readStaleThreads } from './threads/stale-threads.ts'

/** What the control plane can do with this agent server. */
export function agentHost(
  engine: RunEngine,
  votedRuns: VotedRuns,
  watch: ExecutorWatch,
): AgentHost {
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
      const onLog: LoadableRevision['onLog'] = (...line) => {
        try {
          revision.onLog(...line)
        } catch (error) {
          report(asError(error))
        }
      }
      return { graphs: await executors.load({ ...revision, onLog }) }
    },
    async untyped(deploymentId, revisionId) {
      const served = executors.loaded(deploymentId, revisionId)
      return served ? JSON.parse(await served.read({ call: 'untyped' })) : []
    },
    prepare: (process) => executors.prepare(process),
    async activate(deploymentId, revisionId) {
      const graphs = executors.graphsOf(deploymentId, revisionId)
      const given = executors.givenTo(deploymentId, revisionId)
      const rules = executors.rulesOf(deploymentId, revisionId)
      await database.transaction(async (tx) => {
        await setGraphs(tx, deploymentId, graphs, given, now())
        await recordGuard(tx, deploymentId, rules)
      })
      executors.activate(deploymentId, revisionId)
      cluster.changed('control-plane', deploymentId)
      engine.queue.wake()
      readStaleThreads(engine, deploymentId)
    },
    tellFailedStart(deploymentId, reason) {
      const isNew = executors.tellFailedStart(deploymentId, reason)
      cluster.changed('control-plane', deploymentId, isNew ? { is_down: true } : {})
    },
    seenProcess: (deploymentId) => watch.seen(deploymentId),
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
    summarizeRuns: (request, hidden, byName) =>
      summarizeRuns(database, request, { now: now(), hidden, byName, prices: engine.prices() }),
    figuresByRevision: (deploymentId, since) => figuresByRevision(database, deploymentId, since),
    async findThreads(find, hidden) {
      return findThreads(database, find, { hidden, narrowed: await narrowedFor(engine, find) })
    },
    async searchRuns(search, hidden) {
      const narrowed = await narrowedFor(engine, search)
      const { listeners, prices } = engine
      const tools = { votedRuns, listeners, prices, now: now(), hidden, narrowed }
      return searchRuns(database, search, tools)
    },
    async findRunPlace(asked, hidden) {
      const narrowed = await narrowedFor(engine, asked)
      return placeOfRun(database, asked, { votedRuns, now: now(), hidden, narrowed })
    },
  }
}
