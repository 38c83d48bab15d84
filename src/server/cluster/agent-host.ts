import type { ResourceLimits } from '../../contract/control-plane/resource-spec.ts'
import type { RevisionFigures } from '../../contract/control-plane/revision-figures.ts'
import type { LogLevel } from '../../contract/control-plane/revisions.ts'
import type { GraphDefaults } from '../../contract/control-plane/variable-values.ts'
import type {
  RunPlace,
  RunPlaceRequest,
  RunSearch,
  RunSearchResponse,
} from '../../contract/search/run-search.ts'
import type { RunSummary, RunSummaryRequest } from '../../contract/search/run-summary.ts'
import type { ThreadFind, ThreadFindResponse } from '../../contract/search/thread-search.ts'
import type { ImportedLibrary } from '../executor/protocol/project-requests.ts'
import type { ProjectHttp, WebhookPolicy } from './project-http.ts'
import type { ProjectRetention } from './retention.ts'

/** A built revision, ready to be loaded. */
export interface LoadableRevision {
  deployment_id: string
  revision_id: string
  /** Folder of langgraph.json, absolute; the graphs' paths are relative to it. */
  directory: string
  /**
   * The build that it is in, absolute, and the deployment whose home its process has (a preview's is its
   * deployment's). What is absent is not kept apart from the server.
   */
  build?: { root: string; deployment_id: string }
  /** Graph id to `./file.ts:export`. */
  graphs: Record<string, string>
  /** The project's own authorization: its `./file.ts:export`, and whether operators are asked as everybody else is. */
  auth?: { path: string; disable_studio_auth: boolean }
  /** What it says about the addresses of its agent. */
  http?: ProjectHttp
  /** Which webhooks its runs may name; all when absent. */
  webhooks?: WebhookPolicy
  /** How long it keeps what says nothing of it; for ever when absent. */
  retention?: ProjectRetention
  /** What its graphs are for, by their ids. */
  descriptions?: Record<string, string>
  /** Where the bundles of its components are kept, absolute: JSON, as `UiFiles`; it has none when absent. */
  components_file?: string
  /** What its graphs' own assistants are made with, by the graphs' ids. */
  graph_defaults?: Record<string, GraphDefaults>
  /** The interpreter of its environment, absolute, where its graphs are Python; JavaScript when absent. */
  python?: string | null
  /** The Node that runs graphs in JavaScript, absolute; the server's own when absent. */
  node?: string | null
  /** The environment of the project's code, secrets included. */
  env: Record<string, string>
  /** Takes its secrets out of what is told of it; nothing is secret when absent. */
  redact?: (text: string) => string
  /** What its process may use; nothing limits it when absent. */
  limits?: ResourceLimits
  /** How long it may take to load its graphs; 60 s when absent. */
  load_timeout_ms?: number
  /** For a folder that is worked in, see `LoadRequest` of the executor; `stamp` as of a prepared process. */
  working_folder?: { paths: string[]; stamp: string }
  /** What the types of its graphs say, as JSON text, once they are read; null before, and where nobody reads them. */
  types?: () => Promise<string | null>
  /** `dropped`: the line stands where so many others were not taken. */
  onLog(level: LogLevel, message: string, runId?: string, dropped?: number): void
}

/** A process that is started before there is a revision for it. */
export interface ProcessToPrepare {
  deployment_id: string
  directory: string
  python: string | null
  node: string | null
  env: Record<string, string>
  limits: ResourceLimits
  /** Changes when what is installed for the project does. */
  stamp: string
  /** Packages that the project imports, and which of its files do. */
  libraries: readonly ImportedLibrary[]
}

/** Since when nothing answers for what is to serve, and why. */
export interface Outage {
  since: Date
  /** A sentence: how its process ended, or why it could not be started when that was tried last. */
  reason: string
  /** Starting it was tried since, in vain. It goes on being tried. */
  hasFailed: boolean
}

/** What was seen last of the process that runs a deployment's graphs on this server. */
export interface SeenProcess {
  /** `restarting` after a crash, `down` once that was tried in vain; `none` where this server has none yet. */
  state: 'up' | 'not_answering' | 'restarting' | 'down' | 'none'
  /** Since when it is as it is, where that is no good state, and why. */
  outage: Pick<Outage, 'since' | 'reason'> | null
  /** Null where nothing was looked at yet. */
  checked_at: string | null
  /** How often this revision's process was started again after a crash. */
  restarts: number
  memory_bytes: number | null
  memory_limit_bytes: number | null
}

/** What the control plane needs of the agent server: the side that runs what was built. */
export interface AgentHost {
  /**
   * Makes a deployment's agent address known (a preview's is one too, which may rest), so that its threads are readable even while nothing
   * serves, and takes up runs that a stopped process left. May be repeated.
   */
  register(deployment: {
    id: string
    name: string
    preview_of?: { deployment_id: string; revision_id: string }
  }): Promise<void>
  /**
   * Starts the executor process of a built revision, beside the one that serves, and loads every
   * graph; resolves with the graphs' ids after a health check. Rejects with a sentence that names the
   * graph and the cause; the stack of user code goes to `onLog` only.
   */
  load(revision: LoadableRevision): Promise<{ graphs: string[] }>
  /** The graphs of a loaded revision whose types may say more of them than they tell by themselves. Rejects when its process is gone. */
  untyped(deploymentId: string, revisionId: string): Promise<string[]>
  /** Starts processes ahead; the deployment's next revisions have them if they need such ones. */
  prepare(process: ProcessToPrepare): void
  /**
   * Switches traffic to a loaded revision: new runs go there, its graphs have their assistants. The
   * old executor finishes its runs and then stops.
   */
  activate(deploymentId: string, revisionId: string): Promise<void>
  /** What is to serve a deployment could not be started here, for that reason; it is tried again until it is activated. */
  tellFailedStart(deploymentId: string, reason: string): void
  /** How the process of a deployment is, as it was seen last: nobody is asked. */
  seenProcess(deploymentId: string): SeenProcess
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
  /** Which of the runs that such a search finds a run is, and those beside it. */
  findRunPlace(asked: RunPlaceRequest, hidden?: readonly string[]): Promise<RunPlace>
  /** How many runs there were, and how they went; `hidden` as above, `byName` for the order by names. */
  summarizeRuns(
    request: RunSummaryRequest,
    hidden?: readonly string[],
    byName?: readonly string[],
  ): Promise<RunSummary>
  /** How the runs of a deployment went since a moment, by revision. */
  figuresByRevision(deploymentId: string, since: Date): Promise<RevisionFigures[]>
  /** A page of threads over all deployments; `hidden` as above. */
  findThreads(find: ThreadFind, hidden?: readonly string[]): Promise<ThreadFindResponse>
}
