import type * as z from 'zod/mini'
import type {
  getSecretChanges,
  listRevisionCommits,
} from '../../../../contract/control-plane/revision-changes.ts'
import type { listRevisionPackages } from '../../../../contract/control-plane/revision-packages.ts'
import type {
  listRevisionLogs,
  listRevisions,
  Revision,
} from '../../../../contract/control-plane/revisions.ts'
import type { EndpointOutput } from '../../../../contract/endpoint.ts'
import type { Database } from '../../../db/database.ts'
import { HttpError, invalidField } from '../../../http/http-error.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { findDeployment } from '../../deployments/deployment-store.ts'
import { found } from '../../deployments/find-deployment.ts'
import { type LocalRepositories, realLocalProblem } from '../../deployments/local-repositories.ts'
import { openRepoToken } from '../../deployments/secrets.ts'
import { findPreview } from '../../previews/preview-store.ts'
import { commitsBetween } from '../commits-between.ts'
import { listLogRows, runsOfLines } from '../log-store.ts'
import { findLoadedWith } from '../package-store.ts'
import { findRevision, listRevisionRows, type RevisionRow } from '../revision-store.ts'
import { unknownRevision } from '../unknown-revision.ts'
import { secretChanges } from './secret-changes.ts'

/** Reading of revisions and their logs. */
export interface Revisions {
  list(
    deploymentId: string,
    query: z.output<(typeof listRevisions)['query']>,
  ): Promise<EndpointOutput<typeof listRevisions>>
  get(deploymentId: string, id: string): Promise<Revision>
  logs(
    deploymentId: string,
    id: string,
    query: z.output<(typeof listRevisionLogs)['query']>,
  ): Promise<EndpointOutput<typeof listRevisionLogs>>
  /** What became of the secrets since another revision. */
  secretChanges(
    deploymentId: string,
    id: string,
    sinceId: string,
  ): Promise<EndpointOutput<typeof getSecretChanges>>
  /** The commits since another revision. */
  commits(
    deploymentId: string,
    id: string,
    sinceId: string,
  ): Promise<EndpointOutput<typeof listRevisionCommits>>
  /** What it was loaded with. */
  packages(deploymentId: string, id: string): Promise<EndpointOutput<typeof listRevisionPackages>>
}

export function createRevisions(deps: {
  database: Database
  secretBox: SecretBox
  localRepositories: LocalRepositories
  folders: { packageCache: string }
  flushLogs: (revisionId: string) => Promise<void>
}): Revisions {
  const { database, secretBox, flushLogs } = deps
  const find = async (deploymentId: string, id: string) => {
    const row = await findRevision(database, deploymentId, id)
    if (row) return row
    const previewed = await findPreviewedRevision(database, deploymentId)
    if (previewed?.id === id) return previewed
    const deployment = await findDeployment(database, deploymentId)
    found(deployment, deploymentId)
    throw unknownRevision(id)
  }

  return {
    async list(deploymentId, query) {
      const previewed = await findPreviewedRevision(database, deploymentId)
      if (previewed) return { resources: [presentRevision(previewed)], offset: 1 }
      found(await findDeployment(database, deploymentId), deploymentId)
      const offset = query.offset ?? 0
      const rows = await listRevisionRows(database, deploymentId, {
        limit: query.limit ?? 20,
        offset,
        statuses: query.status?.split(',').map((status) => status.trim()),
      })
      return { resources: rows.map(presentRevision), offset: offset + rows.length }
    },

    async get(deploymentId, id) {
      return presentRevision(await find(deploymentId, id))
    },

    async secretChanges(deploymentId, id, sinceId) {
      const [after, before] = await Promise.all([
        find(deploymentId, id),
        find(deploymentId, sinceId),
      ])
      return { secrets: secretChanges(secretBox, before, after) }
    },

    async commits(deploymentId, id, sinceId) {
      const after = await find(deploymentId, id)
      const before = await find(deploymentId, sinceId)
      const deployment = found(await findDeployment(database, after.deployment_id), deploymentId)
      const [to, from] = [after, before].map((row) => row.source_revision_config.repo_commit_sha)
      if (deployment.source !== 'github' || !to || !from) {
        throw new HttpError(409, 'Not both of these revisions have a commit.')
      }
      const address = deployment.source_config.repo_url ?? ''
      const refusal = await realLocalProblem(address, deps.localRepositories)
      if (refusal) throw new HttpError(409, refusal)
      const token = openRepoToken(secretBox, deployment)
      return commitsBetween({ address, token, from, to, ...deps.folders })
    },

    async packages(deploymentId, id) {
      await find(deploymentId, id)
      const known = await findLoadedWith(database, id)
      return {
        runtime: known?.runtime ?? null,
        packages: known && byName(known.packages),
      }
    },

    /** `offset` is the id of the last line that was seen, so a reader can also go on after the end. */
    async logs(deploymentId, id, query) {
      if (query.offset !== undefined && !/^\d{1,18}$/.test(query.offset)) {
        throw invalidField(['query', 'offset'], 'Use the next_offset of the page before.')
      }
      await find(deploymentId, id)
      await flushLogs(id)
      const limit = query.limit ?? 50
      const rows = await listLogRows(database, id, {
        ...query,
        order: query.order ?? 'asc',
        limit: limit + 1,
        after: query.offset,
        from: moment(query.start_time),
        to: moment(query.end_time),
      })
      const logs = rows.slice(0, limit).map((row) => ({
        ...row,
        timestamp: row.timestamp.toISOString(),
      }))
      const next_offset = rows.length > limit ? (logs.at(-1)?.id ?? null) : null
      if (query.run_id !== undefined) return { logs, next_offset }
      return { logs, next_offset, runs: await runsOfLines(database, logs) }
    },
  }
}

function byName(packages: Record<string, string>) {
  return Object.entries(packages)
    .map(([name, version]) => ({ name, version }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A preview, read as a deployment, has the revision that it is of. */
async function findPreviewedRevision(
  database: Database,
  previewId: string,
): Promise<RevisionRow | undefined> {
  const preview = await findPreview(database, previewId)
  if (!preview) return undefined
  return findRevision(database, preview.deployment_id, preview.revision_id)
}

const earliest = Date.UTC(1970, 0)
const latest = Date.UTC(9999, 0)

/** A date-time within what the database can compare; without a zone it is UTC. */
function moment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`).getTime()
  return new Date(Math.min(Math.max(time, earliest), latest))
}

/** A revision as it is told. */
export function presentRevision(row: RevisionRow): Revision {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    status: row.status,
    status_reason: row.status_reason,
    status_history: row.status_history,
    redeploy_of: row.redeploy_of,
    started_by: row.started_by,
    without_traffic: row.without_traffic,
    promoted_to: row.promoted_to,
    ...(row.has_build === null ? {} : { has_build: row.has_build }),
    ...(row.has_archive === null ? {} : { has_archive: row.has_archive }),
    source: row.source,
    source_revision_config: row.source_revision_config,
    secret_names: row.secrets.map(({ name }) => name),
  }
}
