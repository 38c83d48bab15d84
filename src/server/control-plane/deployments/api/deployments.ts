import { randomUUID } from 'node:crypto'
import type { UsageCap } from '../../../../contract/agent-server/usage.ts'
import {
  type Deployment,
  type DeploymentCreateRequest,
  type DeploymentHealth,
  type DeploymentPatchRequest,
  type listDeployments as listEndpoint,
  patchStartsRevision,
  type SourceConfig,
} from '../../../../contract/control-plane/deployments.ts'
import type {
  SourceArchive,
  SourceRevisionConfig,
  StartedBy,
} from '../../../../contract/control-plane/revisions.ts'
import type { EndpointOutput } from '../../../../contract/endpoint.ts'
import { type Database, isUniqueViolation, type Queryable } from '../../../db/database.ts'
import { HttpError } from '../../../http/http-error.ts'
import { checkSameRequest, hashOfRequest, type RequestKey } from '../../../http/request-key.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import type { PriceList } from '../../../usage/price-file.ts'
import { uploadedArchive } from '../../archives/source-archives.ts'
import { findPreviewAsDeployment } from '../../previews/preview-as-deployment.ts'
import { addRevision, presentConfiguration } from '../../revisions/add-revision.ts'
import { renewWaiting } from '../../revisions/revision-store.ts'
import { checkCreate, checkPatch } from '../check-request.ts'
import { checkUsageCap } from '../check-usage-cap.ts'
import {
  type DeploymentRow,
  findDeployment,
  findKeyedDeployment,
  type HealthRow,
  insertDeployment,
  lockDeployment,
  type SealedSecret,
  setRepoToken,
  setUsageCap,
  updateSourceConfig,
} from '../deployment-store.ts'
import { found, lockForChange } from '../find-deployment.ts'
import type { LocalRepositories } from '../local-repositories.ts'
import { addressOf } from '../present-deployment.ts'
import { sealRepoToken, sealSecret } from '../secrets.ts'
import { type ListQuery, listDeployments } from './list-deployments.ts'

/** Deployments as people manage them. Every change is one transaction; rollouts follow from it. */
export interface Deployments {
  /** A request with a key that has made a deployment before answers that one. */
  create(
    request: DeploymentCreateRequest,
    asker: StartedBy,
    key?: RequestKey | undefined,
  ): Promise<Deployment>
  list(query: ListQuery): Promise<EndpointOutput<typeof listEndpoint>>
  get(id: string): Promise<Deployment>
  patch(id: string, request: DeploymentPatchRequest, asker: StartedBy): Promise<Deployment>
  /**
   * Starts a revision from the present configuration, for a ref that has moved. Does nothing when the
   * deployment has gone or has another latest revision meanwhile.
   */
  rebuild(id: string, latestRevisionId: string): Promise<void>
}

interface DeploymentsDeps {
  database: Database
  secretBox: SecretBox
  now: () => Date
  /** The address of a deployment's agent server. */
  agentUrl: (name: string) => string
  localRepositories: LocalRepositories
  priceList: PriceList
  /** As it is told. */
  present: (row: DeploymentRow) => Deployment
  health: (row: HealthRow) => DeploymentHealth | null
  /** Called after the transaction that added a revision. */
  onRevision: () => void
}

/** Makes what changes deployments; it keeps nothing itself. */
export function createDeployments(deps: DeploymentsDeps): Deployments {
  const { database, secretBox, now, agentUrl, localRepositories, priceList, present, onRevision } =
    deps

  /** Absent keeps what is there, null removes it. */
  const keepToken = async (tx: Queryable, id: string, token: string | null | undefined) => {
    if (token === undefined) return
    await setRepoToken(tx, id, token === null ? null : sealRepoToken(secretBox, id, token))
  }

  /** Throws 422 where another request has the key. */
  const madeBy = async ({ key, hash }: { key: string; hash: string }) => {
    const made = await findKeyedDeployment(database, key)
    if (made) checkSameRequest(made.request_hash, hash)
    return made
  }

  return {
    async create(request, asker, key) {
      const asked = key ? { key: key.key, hash: hashOfRequest(key, withoutSecrets(request)) } : null
      const before = asked && (await madeBy(asked))
      if (before) return present(before)
      checkCreate(request, localRepositories)
      checkUsageCap(request.usage_cap, request.source, priceList.current())
      const id = randomUUID()
      const { source_revision_config: revision, source_config } = request
      const isBuilt = request.source !== 'external_docker'
      const row = await database
        .transaction(async (tx) => {
          const { name, source } = request
          await insertDeployment(
            tx,
            { id, name, source, source_config: keptConfig(source_config) },
            asked,
          )
          await keepToken(tx, id, source_config.repo_token)
          await keepCap(tx, id, request.usage_cap)
          const made = {
            source_revision_config: revisionConfig(revision, isBuilt ? firstBuilt : {}),
            secrets: request.secrets.map((secret) => sealSecret(secretBox, id, secret)),
            started_by: asker,
          }
          await addRevision(tx, id, made, now())
          return findDeployment(tx, id)
        })
        .catch(async (error: unknown) => {
          // The same request may have been quicker than itself.
          const other = asked && isUniqueViolation(error) && (await madeBy(asked))
          if (other) return other
          if (!isUniqueViolation(error, 'deployments_name_key')) throw error
          throw new HttpError(
            409,
            `There is a deployment named “${request.name}” already. Choose another name, or edit that one.`,
          )
        })
      onRevision()
      return present(found(row, row?.id ?? id))
    },

    list: (query) => listDeployments(deps, query),

    async get(id) {
      const preview = await findPreviewAsDeployment(database, id, agentUrl)
      return preview ?? present(found(await findDeployment(database, id), id))
    },

    async patch(id, request, asker) {
      const hasRevision = patchStartsRevision(request)
      const row = await database.transaction(async (tx) => {
        const current = await lockForChange(tx, id)
        checkPatch(request, current, addressOf(current, agentUrl(current.name)))
        checkUsageCap(request.usage_cap, current.source, priceList.current())
        await keepCap(tx, id, request.usage_cap)
        if (request.source_config) {
          const changed = keptConfig(request.source_config)
          // Read back as it is told; only an attached server's address is a part of what is kept.
          if (!current.source_config.custom_url || !changed.custom_url) delete changed.custom_url
          await updateSourceConfig(tx, id, { ...current.source_config, ...changed })
          await keepToken(tx, id, request.source_config.repo_token)
        }
        if (hasRevision) {
          const wanted = request.source_revision_config
          const path = wanted?.source_tarball_path
          const archive = path ? await uploadedArchive(tx, id, path) : null
          const made = {
            source_revision_config: revisionConfig(wanted, current.source_revision_config, archive),
            secrets: request.secrets
              ? mergeSecrets(current.secrets, request.secrets, (secret) =>
                  sealSecret(secretBox, id, secret),
                )
              : current.secrets,
            started_by: asker,
          }
          // The first revision of an upload waits for its source, and has it now, or other settings.
          const at = now()
          const isRenewed = await renewWaiting(tx, current.latest_revision_id, { ...made, at })
          if (!isRenewed) await addRevision(tx, id, made, at)
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
        const started_by = { via: 'push' }
        await addRevision(tx, id, { ...presentConfiguration(current), started_by }, now())
      })
      onRevision()
    },
  }
}

/** What a request is known again by: a hash of its secrets could be guessed. */
function withoutSecrets(request: DeploymentCreateRequest): object {
  const { repo_token: _, ...source_config } = request.source_config
  return { ...request, source_config, secrets: request.secrets.map(({ name }) => name) }
}

/** Absent keeps what is there; null, and one without a limit, remove it. */
async function keepCap(tx: Queryable, id: string, cap: UsageCap | null | undefined): Promise<void> {
  if (cap === undefined) return
  const limits = Object.entries(cap ?? {}).filter(([, most]) => isNumber(most))
  await setUsageCap(tx, id, limits.length > 0 ? (Object.fromEntries(limits) as UsageCap) : null)
}

/** What a first revision from git or an upload has where nothing else is wanted. */
const firstBuilt = { langgraph_config_path: 'langgraph.json' }

/** What a revision is made from: what is wanted, and what was there before where nothing is. */
function revisionConfig(
  wanted: DeploymentPatchRequest['source_revision_config'],
  before: Partial<SourceRevisionConfig>,
  archive: SourceArchive | null = null,
): SourceRevisionConfig {
  const source_archive = archive ?? before.source_archive
  const source_tarball_path = wanted?.source_tarball_path ?? before.source_tarball_path
  return {
    repo_ref: wanted?.repo_ref ?? before.repo_ref ?? null,
    langgraph_config_path: wanted?.langgraph_config_path ?? before.langgraph_config_path ?? null,
    image_uri: wanted?.image_uri ?? before.image_uri ?? null,
    repo_commit_sha: null,
    ...(source_archive && { source_tarball_path, source_archive }),
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

const isNumber = (value: unknown) => typeof value === 'number'

/** What of a request is kept as it is; the token is kept on its own. */
function keptConfig(config: NonNullable<DeploymentPatchRequest['source_config']>): SourceConfig {
  const { repo_token: _token, has_repo_token: _told, ...kept } = config
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}
