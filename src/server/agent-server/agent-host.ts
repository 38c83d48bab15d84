import type { AgentHost, LoadableRevision } from '../cluster/agent-host.ts'
import { setGraphs } from './assistants/assistant-store.ts'
import { removeDeployment } from './remove-deployment.ts'
import { asError } from './runs/engine-context.ts'
import type { RunEngine } from './runs/run-engine.ts'

/** What the control plane can do with this agent server. */
export function agentHost(engine: RunEngine): AgentHost {
  const { fleet, database, now, report } = engine
  return {
    async register(deployment) {
      if (fleet.register(deployment)) await engine.recover(deployment.id)
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
      return { graphs: await fleet.load({ ...revision, onLog }) }
    },
    async activate(deploymentId, revisionId) {
      const graphs = fleet.graphsOf(revisionId)
      await database.transaction((tx) => setGraphs(tx, deploymentId, graphs, now()))
      fleet.activate(deploymentId, revisionId)
      engine.onReady(deploymentId)
    },
    async discard(revisionId) {
      await fleet.discard(revisionId)
    },
    async remove(deploymentId) {
      await removeDeployment(engine, deploymentId)
    },
  }
}
