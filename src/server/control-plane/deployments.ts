import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import {
  type Deployment,
  type DeploymentCreateRequest,
  type DeploymentPatchRequest,
  type DeploymentsList,
  type listDeployments,
  patchStartsRevision,
  type SourceConfig,
} from '../../contract/deployments.ts'
import type { EndpointOutput } from '../../contract/endpoint.ts'
import { type Database, isUniqueViolation, type Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import type { SecretBox } from '../secret-box.ts'
import { checkCreate, checkPatch } from './check-request.ts'
import {
  type DeploymentRow,
  findDeployment,
  insertDeployment,
  listDeploymentRows,
  lockDeployment,
  type SealedSecret,
  updateSourceConfig,
} from './deployment-store.ts'
import { insertRevision, skipWaiting } from './revision-store.ts'
import { sealSecret } from './secrets.ts'

type ListQuery = z.output<(typeof listDeployments)['query']>

/** Deployments as people manage them. Every change is one transaction; rollouts follow from it. */
export interface Deployments {
  create(request: DeploymentCreateRequest): Promise<Deployment>
  list(query: ListQuery): Promise<EndpointOutput<typeof listDeployments>>
  get(id: string): Promise<Deployment>
  patch(id: string, request: DeploymentPatchRequest): Promise<Deployment>
  /** Starts a revision from the present configuration, for a ref that has moved. */
  rebuild(id: string): Promise<void>
}

export function createDeployments(deps: {
  database: Database
  secretBox: SecretBox
  now: () => Date
  /** The address of a deployment's agent server. */
  agentUrl: (name: string) => string
  /** Called after the transaction that added a revision. */
  onRevision: () => void
}): Deployments {
  const { database, secretBox, now, agentUrl, onRevision } = deps

  const sealAll = (deploymentId: string, secrets: { name: string; value: string }[]) =>
    secrets.map((secret) => sealSecret(secretBox, deploymentId, secret))

  const addRevision = async (
    tx: Queryable,
    deploymentId: string,
    made: Pick<DeploymentRow, 'source_revision_config' | 'secrets'>,
  ) => {
    const id = randomUUID()
    const at = now()
    await insertRevision(tx, { id, deployment_id: deploymentId, at, ...made })
    await skipWaiting(tx, deploymentId, id, at)
  }

  const present = (row: DeploymentRow): Deployment => ({
    id: row.id,
    name: row.name,
    source: row.source,
    source_config: { ...emptySourceConfig, ...row.source_config, custom_url: agentUrl(row.name) },
    source_revision_config: row.source_revision_config,
    secrets: row.secrets.map(({ name }) => ({ name, value: null })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    status: row.status,
    latest_revision_id: row.latest_revision_id,
    active_revision_id: row.active_revision_id,
    image_version: null,
  })

  return {
    async create(request) {
      checkCreate(request)
      const id = randomUUID()
      const revision = request.source_revision_config
      const row = await database
        .transaction(async (tx) => {
          await insertDeployment(tx, { ...request, id })
          await addRevision(tx, id, {
            source_revision_config: {
              repo_ref: revision.repo_ref ?? null,
              langgraph_config_path: revision.langgraph_config_path ?? 'langgraph.json',
              image_uri: null,
              repo_commit_sha: null,
            },
            secrets: sealAll(id, request.secrets),
          })
          return findDeployment(tx, id)
        })
        .catch((error: unknown) => {
          if (!isUniqueViolation(error, 'deployments_name_key')) throw error
          throw new HttpError(
            409,
            `There is a deployment named “${request.name}” already. Choose another name, or edit that one.`,
          )
        })
      onRevision()
      return present(found(row, id))
    },

    async list(query) {
      const offset = query.offset ?? 0
      const rows = await listDeploymentRows(database, {
        ...query,
        limit: query.limit ?? 20,
        offset,
        deployment_ids: idList(query.deployment_ids),
      })
      const list: z.infer<typeof DeploymentsList> = {
        resources: rows.map(present),
        offset: offset + rows.length,
      }
      return list
    },

    async get(id) {
      return present(found(await findDeployment(database, id), id))
    },

    async patch(id, request) {
      const hasRevision = patchStartsRevision(request)
      const row = await database.transaction(async (tx) => {
        const current = found(await lockDeployment(tx, id), id)
        checkPatch(request, current, agentUrl(current.name))
        if (request.source_config) {
          const changed = withoutUndefined(request.source_config)
          delete changed.custom_url
          await updateSourceConfig(tx, id, { ...current.source_config, ...changed })
        }
        if (hasRevision) {
          const wanted = request.source_revision_config
          const before = current.source_revision_config
          await addRevision(tx, id, {
            source_revision_config: {
              repo_ref: wanted?.repo_ref ?? before.repo_ref ?? null,
              langgraph_config_path:
                wanted?.langgraph_config_path ?? before.langgraph_config_path ?? 'langgraph.json',
              image_uri: null,
              repo_commit_sha: null,
            },
            secrets: request.secrets
              ? mergeSecrets(current.secrets, request.secrets, (secret) =>
                  sealSecret(secretBox, id, secret),
                )
              : current.secrets,
          })
        }
        return findDeployment(tx, id)
      })
      if (hasRevision) onRevision()
      return present(found(row, id))
    },

    async rebuild(id) {
      await database.transaction(async (tx) => {
        const current = found(await lockDeployment(tx, id), id)
        await addRevision(tx, id, {
          source_revision_config: { ...current.source_revision_config, repo_commit_sha: null },
          secrets: current.secrets,
        })
      })
      onRevision()
    },
  }
}

const emptySourceConfig: SourceConfig = {
  integration_id: null,
  repo_url: null,
  deployment_type: null,
  build_on_push: null,
  custom_url: null,
  resource_spec: null,
  listener_id: null,
  listener_config: null,
  install_command: null,
  build_command: null,
}

function found<Row>(row: Row | undefined, id: string): Row {
  if (!row) throw new HttpError(404, `Deployment ID ${id} not found.`)
  return row
}

/** The list replaces the old one; a value of null keeps what is there. */
function mergeSecrets(
  before: SealedSecret[],
  wanted: { name: string; value: string | null }[],
  seal: (secret: { name: string; value: string }) => SealedSecret,
): SealedSecret[] {
  return wanted.flatMap(({ name, value }) =>
    value === null ? before.filter((secret) => secret.name === name) : [seal({ name, value })],
  )
}

/** `a, b` to its ids; what is no id matches nothing. */
function idList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isId.test(part))
}

function withoutUndefined(config: SourceConfig): SourceConfig {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
}
