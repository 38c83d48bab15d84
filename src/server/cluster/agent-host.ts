import type { ResourceLimits } from '../../contract/control-plane/resource-spec.ts'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'

/** A built revision, ready to be loaded. */
export interface LoadableRevision {
  deployment_id: string
  revision_id: string
  /** Folder of langgraph.json, absolute; the graphs' paths are relative to it. */
  directory: string
  /** Graph id to `./file.ts:export`. */
  graphs: Record<string, string>
  /** The interpreter of its environment, absolute, where its graphs are Python; JavaScript when absent. */
  python?: string | null
  /** The environment of the project's code, secrets included. */
  env: Record<string, string>
  /** What its process may use; nothing limits it when absent. */
  limits?: ResourceLimits
  /** How long it may take to load its graphs; 60 s when absent. */
  load_timeout_ms?: number
  onLog(level: LogLevel, message: string, runId?: string): void
}

/** What the control plane needs of the agent server: the side that runs what was built. */
export interface AgentHost {
  /**
   * Makes a deployment's agent address known, so that its threads are readable even while nothing
   * serves, and takes up runs that a stopped process left. May be repeated.
   */
  register(deployment: { id: string; name: string }): Promise<void>
  /**
   * Starts the executor process of a built revision, beside the one that serves, and loads every
   * graph; resolves with the graphs' ids after a health check. Rejects with a sentence that names the
   * graph and the cause; the stack of user code goes to `onLog` only.
   */
  load(revision: LoadableRevision): Promise<{ graphs: string[] }>
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
