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
} from '../../../contract/control-plane/deployments.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { type Database, isUniqueViolation, type Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { findPreviewAsDeployment } from '../previews/preview-as-deployment.ts'
import { addRevision, presentConfiguration } from '../revisions/add-revision.ts'
import { checkCreate, checkPatch } from './check-request.ts'
import {
  type DeploymentRow,
  findDeployment,
  insertDeployment,
  listDeploymentRows,
  lockDeployment,
  type SealedSecret,
  setRepoToken,
  updateSourceConfig,
} from './deployment-store.ts'
import { found, lockForChange } from './find-deployment.ts'
import type { LocalRepositories } from './local-repositories.ts'
import { addressOf, presentDeployment } from './present-deployment.ts'
import { sealRepoToken, sealSecret } from './secrets.ts'

type ListQuery = z.output<(typeof listDeployments)['query']>

/** Deployments as people manage them. Every change is one transaction; rollouts follow from it. */
export interface Deployments {
  create(request: DeploymentCreateRequest): Promise<Deployment>
  list(query: ListQuery): Promise<EndpointOutput<typeof listDeployments>>
  get(id: string): Promise<Deployment>
  patch(id: string, request: DeploymentPatchRequest): Promise<Deployment>
  /**
   * Starts a revision from the present configuration, for a ref that has moved. Does nothing when the
   * deployment has gone or has another latest revision meanwhile.
   */
  rebuild(id: string, latestRevisionId: string): Promise<void>
}

export function createDeployments(deps: {
  database: Database
  secretBox: SecretBox
  now: () => Date
  /** The address of a deployment's agent server. */
  agentUrl: (name: string) => string
  localRepositories: LocalRepositories
  /** Called after the transaction that added a revision. */
  onRevision: () => void
}): Deployments {
  const { database, secretBox, now, agentUrl, localRepositories, onRevision } = deps

  const sealAll = (deploymentId: string, secrets: { name: string; value: string }[]) =>
    secrets.map((secret) => sealSecret(secretBox, deploymentId, secret))

  /** Absent keeps what is there, null removes it. */
  const keepToken = async (tx: Queryable, id: string, token: string | null | undefined) => {
    if (token === undefined) return
    await setRepoToken(tx, id, token === null ? null : sealRepoToken(secretBox, id, token))
  }

  const present = (row: DeploymentRow) => presentDeployment(row, agentUrl(row.name))

  return {
    async create(request) {
      checkCreate(request, localRepositories)
      const id = randomUUID()
      const { source_revision_config: revision, source_config } = request
      const isFromGit = request.source === 'github'
      const row = await database
        .transaction(async (tx) => {
          const { name, source } = request
          await insertDeployment(tx, { id, name, source, source_config: keptConfig(source_config) })
          await keepToken(tx, id, source_config.repo_token)
          const made = {
            source_revision_config: {
              repo_ref: revision.repo_ref ?? null,
              langgraph_config_path:
                revision.langgraph_config_path ?? (isFromGit ? 'langgraph.json' : null),
              image_uri: revision.image_uri ?? null,
              repo_commit_sha: null,
            },
            secrets: sealAll(id, request.secrets),
          }
          await addRevision(tx, id, made, now())
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
      const preview = await findPreviewAsDeployment(database, id, agentUrl)
      return preview ?? present(found(await findDeployment(database, id), id))
    },

    async patch(id, request) {
      const hasRevision = patchStartsRevision(request)
      const row = await database.transaction(async (tx) => {
        const current = await lockForChange(tx, id)
        checkPatch(request, current, addressOf(current, agentUrl(current.name)))
        if (request.source_config) {
          const changed = keptConfig(request.source_config)
          // Read back as it is told; only an attached server's address is a part of what is kept.
          if (!current.source_config.custom_url || !changed.custom_url) delete changed.custom_url
          await updateSourceConfig(tx, id, { ...current.source_config, ...changed })
          await keepToken(tx, id, request.source_config.repo_token)
        }
        if (hasRevision) {
          const wanted = request.source_revision_config
          const before = current.source_revision_config
          const made = {
            source_revision_config: {
              repo_ref: wanted?.repo_ref ?? before.repo_ref ?? null,
              langgraph_config_path:
                wanted?.langgraph_config_path ?? before.langgraph_config_path ?? null,
              image_uri: wanted?.image_uri ?? before.image_uri ?? null,
              repo_commit_sha: null,
            },
            secrets: request.secrets
              ? mergeSecrets(current.secrets, request.secrets, (secret) =>
                  sealSecret(secretBox, id, secret),
                )
              : current.secrets,
          }
          await addRevision(tx, id, made, now())
        }
        return findDeployment(tx, id)
      })
      if (hasRevision) onRevision()
      return present(found(row, id))
    },

    async rebuild(id, latestRevisionId) {
      await database.transaction(async (tx) => {
        const current = await lockDeployment(tx, id)
        if (!current || current.status === 'AWAITING_DELETE') return
        if (current.latest_revision_id !== latestRevisionId) return
        await addRevision(tx, id, presentConfiguration(current), now())
      })
      onRevision()
    },
  }
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

/** What of a request is kept as it is; the token is kept on its own. */
function keptConfig(config: NonNullable<DeploymentPatchRequest['source_config']>): SourceConfig {
  const { repo_token: _token, has_repo_token: _told, ...kept } = config
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}
