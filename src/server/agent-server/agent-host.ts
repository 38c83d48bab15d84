import { setGraphs } from './assistants/assistant-store.ts'
import type { RevisionToServe } from './executors/served-revision.ts'
import { removeDeployment } from './remove-deployment.ts'
import { asError } from './runs/engine-context.ts'
import type { RunEngine } from './runs/run-engine.ts'

/** What the control plane tells the agent server: which deployments there are, and what serves them. */
export interface AgentHost {
  /**
   * Makes a deployment's agent address known, so that its threads are readable even while nothing
   * serves, and takes up runs that a stopped process left. May be repeated.
   */
  register(deployment: { id: string; name: string }): Promise<void>
  /**
   * Starts the executor process of a built revision and loads every graph; resolves with the graphs'
   * ids after a health check. Rejects with a sentence that names the graph and the cause; the stack
   * of user code goes to `onLog` only.
   */
  load(revision: RevisionToServe): Promise<{ graphs: string[] }>
  /**
   * Switches traffic to a loaded revision: new runs go there, its graphs have their assistants. The
   * old executor finishes its runs and then stops.
   */
  activate(deploymentId: string, revisionId: string): Promise<void>
  /** Stops an executor that was loaded and will not serve. */
  discard(revisionId: string): Promise<void>
  /**
   * Takes a deployment out of service: its address answers 404 from the call on, its processes are
   * ended, its threads with all that belongs to them are deleted. May be repeated, also for a
   * deployment that was never registered.
   */
  remove(deploymentId: string): Promise<void>
}

export function agentHost(engine: RunEngine): AgentHost {
  const { fleet, database, now, report } = engine
  return {
    async register(deployment) {
      if (fleet.register(deployment)) await engine.recover(deployment.id)
    },
    async load(revision) {
      // What user code prints must not break this side, whoever takes it down.
      const onLog: RevisionToServe['onLog'] = (level, message, runId) => {
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
