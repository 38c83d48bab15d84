import type { ResourceLimits } from '../../contract/control-plane/resource-spec.ts'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'
import type { RunSearch, RunSearchResponse } from '../../contract/search/run-search.ts'
import type { RunSummary, RunSummaryRequest } from '../../contract/search/run-summary.ts'
import type { ThreadFind, ThreadFindResponse } from '../../contract/search/thread-search.ts'

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
   * Makes a deployment's agent address known (a preview's is one too, which may rest), so that its threads are readable even while nothing
   * serves, and takes up runs that a stopped process left. May be repeated.
   */
  register(deployment: { id: string; name: string; is_preview?: boolean }): Promise<void>
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
  discard(deploymentId: string, revisionId: string): Promise<void>
  /** Ends what serves a deployment until another load. Answers false, and changes nothing, while a run of it waits or is at work. */
  rest(deploymentId: string): Promise<boolean>
  /**
   * Takes a deployment out of service: its address answers 404 from the call on, its processes are
   * ended, its threads with all that belongs to them are deleted. May be repeated, also for a
   * deployment that was never registered.
   */
  remove(deploymentId: string): Promise<void>
  /**
   * A page of runs over all deployments but the `hidden` ones, which are found where they are named. Rejects with 422 for a
   * cursor of another search.
   */
  searchRuns(search: RunSearch, hidden?: readonly string[]): Promise<RunSearchResponse>
  /** How many runs there were, and how they went; `hidden` as above. */
  summarizeRuns(request: RunSummaryRequest, hidden?: readonly string[]): Promise<RunSummary>
  /** A page of threads over all deployments; `hidden` as above. */
  findThreads(find: ThreadFind, hidden?: readonly string[]): Promise<ThreadFindResponse>
}
