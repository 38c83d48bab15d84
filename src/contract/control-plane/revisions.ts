import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, notSupported, paging, queryInteger } from '../query.ts'

/** Every published revision status, in the order of a rollout, then the ends. */
export const revisionStatuses = [
  'CREATING',
  'QUEUED',
  'AWAITING_BUILD',
  'BUILDING',
  'AWAITING_DEPLOY',
  'DEPLOYING',
  'DEPLOYED',
  'CREATE_FAILED',
  'BUILD_FAILED',
  'DEPLOY_FAILED',
  'SKIPPED',
  'INTERRUPTED',
  'UNKNOWN',
] as const
export type RevisionStatus = (typeof revisionStatuses)[number]

const settledStatuses: readonly string[] = [
  'DEPLOYED',
  'CREATE_FAILED',
  'BUILD_FAILED',
  'DEPLOY_FAILED',
  'SKIPPED',
  'INTERRUPTED',
]

/** True once a rollout has ended, well or not. UNKNOWN and any new word may still move. */
export function isSettled(revision: { status: string }): boolean {
  return settledStatuses.includes(revision.status)
}

/** True for the three published failures. */
export function hasFailed(revision: { status: string }): boolean {
  return ['CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED'].includes(revision.status)
}

/** Ours: an archive that was uploaded. */
const SourceArchive = z.looseObject({ id: z.string(), sha256: z.string(), bytes: z.number() })
export type SourceArchive = z.infer<typeof SourceArchive>

export const SourceRevisionConfig = z.looseObject({
  repo_ref: z.nullish(z.string()),
  langgraph_config_path: z.nullish(z.string()),
  image_uri: z.nullish(z.string()),
  repo_commit_sha: z.nullish(z.string()),
  /** Ours: the first line of that commit's message. */
  repo_commit_message: z.nullish(z.string()),
  /** Ours: who wrote it, as git has it. */
  repo_commit_author: z.nullish(z.string()),
  source_tarball_path: z.nullish(z.string()),
  /** Of an upload: what it was made from; absent while nothing was uploaded. */
  source_archive: z.nullish(SourceArchive),
})
export type SourceRevisionConfig = z.infer<typeof SourceRevisionConfig>

/** A moment of a rollout: the status and when it was entered. Ours; absent on other servers. */
const StatusChange = z.looseObject({ status: z.string(), at: z.string() })

/** What started a revision. Ours; other words may come. */
const StartedBy = z.looseObject({
  /**
   * `console`: a person at the console; `token`: a program through the gateway; `api`: whoever has the API key;
   * `push`: the ref moved; `folder`: a save in a working folder.
   */
  via: z.string(),
  /** Of the person or the program, where they signed in. */
  name: z.nullish(z.string()),
})
export type StartedBy = z.infer<typeof StartedBy>

export const Revision = z.looseObject({
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.string(),
  source: z.string(),
  source_revision_config: SourceRevisionConfig,
  /** Ours: why a rollout failed or was skipped, a sentence. */
  status_reason: z.nullish(z.string()),
  /** Ours: every status so far, oldest first. */
  status_history: z.optional(z.array(StatusChange)),
  /** Ours: the revision that this one repeats, for a redeploy. */
  redeploy_of: z.nullish(z.string()),
  started_by: z.nullish(StartedBy),
  /** Ours: built and tried, but traffic was not switched to it. Redeploying it does that. */
  without_traffic: z.nullish(z.boolean()),
  /** Ours: of one without traffic, the newest revision that repeats it for the traffic, deployed or on its way. */
  promoted_to: z.nullish(z.string()),
  /**
   * Ours, of a revision that was deployed from a repository or an upload: a build is kept that a redeploy takes, its own
   * or one of the same commit. Where it was removed to make room, a redeploy builds it again.
   */
  has_build: z.optional(z.boolean()),
  /** Ours, of an upload: its archive is kept, so that it can be built again. It may be removed with its build. */
  has_archive: z.optional(z.boolean()),
  /** Ours: the names of its secrets. Values are never told. */
  secret_names: z.nullish(z.array(z.string())),
})
export type Revision = z.infer<typeof Revision>

const RevisionsList = z.looseObject({ resources: z.array(Revision), offset: z.number() })

/**
 * Why a revision cannot be deployed again, in words, or null. Its rollout must have ended, one from git must have got
 * as far as a commit, and of an upload the build or the archive must be there.
 */
export function redeployProblem(
  revision: Pick<Revision, 'status' | 'source_revision_config' | 'has_build' | 'has_archive'> & {
    source?: string
  },
): string | null {
  if (!isSettled(revision)) {
    return 'The rollout of this revision is still going on. Wait for its end, or interrupt it.'
  }
  if (revision.source === 'folder') {
    return 'A folder that is worked in is served as it is now: nothing of an older revision is kept.'
  }
  if (revision.source === 'internal_source') {
    return revision.has_build || revision.has_archive
      ? null
      : 'The archive of this revision is not kept any more. Upload that source again.'
  }
  const isFromGit = revision.source !== 'external_docker'
  if (isFromGit && !revision.source_revision_config.repo_commit_sha) {
    return 'This revision never got as far as a commit, so there is nothing to deploy again. Start a new revision instead.'
  }
  return null
}

/** How grave a line of a log is, from the least. */
export const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const
export type LogLevel = (typeof logLevels)[number]

/** Who writes a log: the build, the rollout, the agent's own process. */
export const logStreams = ['build', 'deploy', 'agent'] as const
export type LogStream = (typeof logStreams)[number]

/** One line of a build or deploy log. Other servers may send the message alone. */
export const LogEntry = z.looseObject({
  id: z.nullish(z.union([z.string(), z.number()])),
  timestamp: z.nullish(z.string()),
  level: z.nullish(z.string()),
  message: z.string(),
  run_id: z.nullish(z.string()),
  /** Ours: who wrote it. Lines of the agent's process are of the type `deploy`. */
  stream: z.nullish(z.string()),
  /** Ours: the line stands where so many lines were not kept. */
  dropped: z.nullish(z.number()),
})
export type LogEntry = z.infer<typeof LogEntry>

/** Where runs are that lines are of, by their ids: a run that is gone is not among them. */
const LogRuns = z.record(
  z.string(),
  z.looseObject({
    /** That of the preview where it ran in one. */
    deployment_id: z.string(),
    thread_id: z.string(),
  }),
)
export type LogRuns = z.infer<typeof LogRuns>

/** A page of log lines; `next_offset` continues where this page ended, null when there is no more. */
const LogPage = z.looseObject({
  logs: z.array(LogEntry),
  next_offset: z.nullish(z.string()),
  /** Ours: unless the lines of one run are asked for. */
  runs: z.nullish(LogRuns),
})

const moment = z.iso.datetime({ offset: true, local: true })

const deploymentParams = z.object({ deployment_id: id })
const revisionParams = z.object({ deployment_id: id, revision_id: id })

export const listRevisions = endpoint({
  name: 'listRevisions',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/revisions',
  role: 'viewer',
  isAudited: false,
  params: deploymentParams,
  query: z.strictObject({ ...paging, status: z.optional(z.string()) }),
  response: RevisionsList,
})

export const getRevision = endpoint({
  name: 'getRevision',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}',
  role: 'viewer',
  isAudited: false,
  params: revisionParams,
  response: Revision,
})

const changedElsewhere = notSupported(
  'A new revision repeats the configuration of its deployment. Change that with PATCH /v2/deployments/{deployment_id}, which makes a revision, too.',
)

/**
 * Published: always creates a revision, of the deployment's present configuration at the commit that
 * its ref points to now. 201 with the revision; 409 while the deployment is being deleted. Ours: one that is made
 * `without_traffic` is built and loaded once, and what serves goes on serving.
 */
export const createRevision = endpoint({
  name: 'createRevision',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/revisions',
  role: 'operator',
  isAudited: true,
  params: deploymentParams,
  body: z.strictObject({
    without_traffic: z.nullish(z.boolean()),
    source_config: changedElsewhere,
    source_revision_config: changedElsewhere,
    secrets: changedElsewhere,
  }),
  response: Revision,
})

/**
 * Ours: ends a rollout that is going on, with all that its build started. 200 with the revision, which
 * is INTERRUPTED; what serves goes on serving. 409 when the rollout has ended.
 */
export const interruptRevision = endpoint({
  name: 'interruptRevision',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/interrupt',
  role: 'operator',
  isAudited: true,
  params: revisionParams,
  response: Revision,
})

export const listRevisionLogs = endpoint({
  name: 'listRevisionLogs',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/logs',
  role: 'viewer',
  isAudited: false,
  params: revisionParams,
  query: z.strictObject({
    type: z.enum(['build', 'deploy']),
    order: z.optional(z.enum(['asc', 'desc'])),
    /** Published: at most 1000. Ours gives more, for logs that are read whole. */
    limit: z.optional(queryInteger(1, 10_000)),
    offset: z.optional(z.string()),
    query: z.optional(z.string()),
    level: z.optional(z.enum(logLevels)),
    run_id: z.optional(id),
    /** Both ends count. Without a zone it is UTC. */
    start_time: z.optional(moment),
    end_time: z.optional(moment),
  }),
  response: LogPage,
})

const olderLogBody = z.strictObject({
  order: z.nullish(z.enum(['asc', 'desc'])),
  limit: z.nullish(z.int().check(z.minimum(1), z.maximum(1000))),
  offset: z.nullish(z.string()),
  query: z.nullish(z.string()),
  level: z.nullish(z.enum(logLevels)),
  run_id: z.nullish(id),
  start_time: z.nullish(moment),
  end_time: z.nullish(moment),
})

/** The older form of `listRevisionLogs`, for clients that still use it. */
export const postBuildLogs = endpoint({
  name: 'postBuildLogs',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/projects/{deployment_id}/revisions/{revision_id}/build_logs',
  role: 'operator',
  isAudited: true,
  params: revisionParams,
  body: olderLogBody,
  response: LogPage,
})

/** As `postBuildLogs`, for what the deployment prints while it starts and serves. */
export const postDeployLogs = endpoint({
  name: 'postDeployLogs',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/projects/{deployment_id}/revisions/{revision_id}/deploy_logs',
  role: 'operator',
  isAudited: true,
  params: revisionParams,
  body: olderLogBody,
  response: LogPage,
})

/**
 * The same without a revision, as the published command line asks unless it is told one: of the revision that
 * serves, or of the latest while none does.
 */
export const postServingLogs = endpoint({
  name: 'postServingLogs',
  area: 'control-plane',
  method: 'POST',
  path: '/v1/projects/{deployment_id}/deploy_logs',
  role: 'operator',
  isAudited: true,
  params: deploymentParams,
  body: olderLogBody,
  response: LogPage,
})
