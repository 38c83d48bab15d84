import type { ResourceLimits } from '../../contract/control-plane/resource-spec.ts'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'

/** A built revision, ready to be loaded. */
export interface LoadableRevision {
  deployment_id: string
  revision_id: string
  /** Absolute; the graphs' paths are relative to it. */
  directory: string
  /** Graph id to `./file.ts:export`. */
  graphs: Record<string, string>
  /** The environment of the project's code, secrets included. */
  env: Record<string, string>
  /** What its process may use. */
  limits: ResourceLimits
  /** How long it may take to load its graphs. */
  load_timeout_ms: number
  onLog(level: LogLevel, message: string, runId?: string): void
}

/** What the control plane needs of the agent server: the side that runs what was built. */
export interface AgentHost {
  /** Makes the deployment's address answer. May be repeated. */
  register(deployment: { id: string; name: string }): Promise<void>
  /** Starts the revision's code beside the one that serves. Rejects with a sentence that says why not. */
  load(revision: LoadableRevision): Promise<{ graphs: string[] }>
  /** Sends new runs to the loaded revision; the old one finishes what it has. */
  activate(deploymentId: string, revisionId: string): Promise<void>
  /** Stops a loaded revision that will not serve. */
  discard(revisionId: string): Promise<void>
  /**
   * Takes a deployment out of service: its address answers 404 from the call on, its processes are
   * ended, its threads with all that belongs to them are deleted. May be repeated, also for a
   * deployment that was never registered.
   */
  remove(deploymentId: string): Promise<void>
}
