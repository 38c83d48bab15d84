import * as z from 'zod/mini'
import { UsageCap } from '../agent-server/usage.ts'
import { endpoint } from '../endpoint.ts'
import { id, notSupported, paging } from '../query.ts'
import { ResourceSpecRequest } from './resource-spec.ts'
import { SourceRevisionConfig } from './revisions.ts'

/** The last two are what uploads may have elsewhere, by either name; here they are no other than `dev`. */
const deploymentTypes = ['dev_free', 'dev', 'prod', 'dev_zero', 'serverless'] as const

/** Letters, digits and hyphens, starting with a letter: it is a part of the agent server's address. */
const namePattern = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Why a name cannot be used, in words, or null. The same check on both sides of the wire. */
export function deploymentNameProblem(name: string): string | null {
  if (namePattern.test(name)) return null
  if (name === '') return 'Give the deployment a name.'
  const suggestion = suggestDeploymentName(name)
  const hint = suggestion ? ` Try “${suggestion}”.` : ''
  return `Use lower-case letters, digits and hyphens, starting with a letter, at most 63.${hint}`
}

/** The nearest valid name, or null when nothing is left of it. */
export function suggestDeploymentName(name: string): string | null {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
  return namePattern.test(slug) ? slug : null
}

/** Environment names that the platform sets itself and a secret may not. */
const reservedSecretNames = [
  'PORT',
  'PATH',
  'HOME',
  'NODE_OPTIONS',
  'NODE_PATH',
  'DATABASE_URI',
  'POSTGRES_URI',
  'REDIS_URI',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
]

/** Why a secret's name cannot be used, in words, or null. */
export function secretNameProblem(name: string): string | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return 'Use letters, digits and underscores, not starting with a digit.'
  }
  if (reservedSecretNames.includes(name) || name.startsWith('QUARTERDECK_')) {
    return `${name} is set by the platform and cannot be a secret.`
  }
  return null
}

/**
 * A secret on the wire. Reading never tells the value: it is null. In a PATCH, whose list replaces
 * the whole, null means "keep the value that is there", so a list that was read can be sent back.
 */
const Secret = z.looseObject({ name: z.string(), value: z.nullish(z.string()) })

export const SourceConfig = z.looseObject({
  integration_id: z.nullish(z.string()),
  repo_url: z.nullish(z.string()),
  deployment_type: z.nullish(z.string()),
  build_on_push: z.nullish(z.boolean()),
  custom_url: z.nullish(z.string()),
  resource_spec: z.nullish(z.record(z.string(), z.unknown())),
  listener_id: z.nullish(z.string()),
  listener_config: z.nullish(z.record(z.string(), z.unknown())),
  install_command: z.nullish(z.string()),
  build_command: z.nullish(z.string()),
  /** Ours: whether a token for a private repository is kept. The token itself is never told. */
  has_repo_token: z.nullish(z.boolean()),
})
export type SourceConfig = z.infer<typeof SourceConfig>

/**
 * Ours: whether what serves is well, whatever became of the latest revision. Of an `external_docker`
 * deployment: whether its server answered when it was last asked; of others: how the process is on the server
 * that answers. Other words than these may come: treat them as not known.
 */
const DeploymentHealth = z.looseObject({
  /** `ok`, `starting`, `restarting`, `failing` (does not answer) or `down` (cannot be started). */
  status: z.string(),
  checked_at: z.string(),
  /** Since when it is as it is; told where it is not well. */
  since: z.nullish(z.string()),
  /** A sentence. */
  detail: z.nullish(z.string()),
})
export type DeploymentHealth = z.infer<typeof DeploymentHealth>

export const Deployment = z.looseObject({
  id: z.string(),
  name: z.string(),
  source: z.string(),
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
  secrets: z.array(Secret),
  created_at: z.string(),
  updated_at: z.string(),
  /** AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE or UNKNOWN are published. */
  status: z.string(),
  latest_revision_id: z.nullable(z.string()),
  /** Ours: the status of that revision, so that a list of many need not read each. */
  latest_revision_status: z.nullish(z.string()),
  active_revision_id: z.nullable(z.string()),
  image_version: z.nullish(z.string()),
  /** Null while nothing serves, and until a server elsewhere was asked for the first time. */
  health: z.nullish(DeploymentHealth),
  /** Ours: what it may spend, its previews included; null: as much as it likes. */
  usage_cap: z.nullish(z.looseObject(UsageCap.shape)),
  /** Ours: stands for an agent server that is connected by itself. It has no revisions and cannot be changed. */
  is_agent_server: z.nullish(z.boolean()),
  /** Ours: stands for a preview of this revision, read by the preview's id. Lists hold none. */
  preview_of: z.nullish(z.looseObject({ deployment_id: z.string(), revision_id: z.string() })),
})
export type Deployment = z.infer<typeof Deployment>

export const DeploymentsList = z.looseObject({
  resources: z.array(Deployment),
  offset: z.number(),
  /** Ours, with the first page: how many match, and how many of those are unwell by `isUnwell`. */
  total: z.nullish(z.number()),
  unwell: z.nullish(z.number()),
})

const SourceConfigRequest = z.strictObject({
  integration_id: z.nullish(z.string()),
  repo_url: z.nullish(z.string()),
  deployment_type: z.nullish(z.enum(deploymentTypes)),
  build_on_push: z.nullish(z.boolean()),
  custom_url: z.nullish(z.string()),
  resource_spec: z.nullish(ResourceSpecRequest),
  listener_id: z.nullish(z.string()),
  listener_config: z.nullish(z.strictObject({ k8s_namespace: z.nullish(z.string()) })),
  install_command: z.nullish(z.string()),
  build_command: z.nullish(z.string()),
  /**
   * Ours, write-only: what git signs in with at an https address, a token or `user:token`. In a PATCH
   * null removes it, an absent one keeps it.
   */
  repo_token: z.nullish(z.string()),
  /** May be sent back as it was read; changes nothing. */
  has_repo_token: z.nullish(z.boolean()),
})

const SourceRevisionConfigRequest = z.strictObject({
  repo_ref: z.nullish(z.string()),
  langgraph_config_path: z.nullish(z.string()),
  image_uri: z.nullish(z.string()),
  /** Of `internal_source`: the `object_path` of an archive that was uploaded for this deployment. */
  source_tarball_path: z.nullish(z.string()),
})

const secretName = z.string().check(
  z.check((context) => {
    const message = secretNameProblem(context.value)
    if (message) context.issues.push({ code: 'custom', input: context.value, message })
  }),
)
const SecretRequest = z.strictObject({ name: secretName, value: z.string() })
const SecretPatch = z.strictObject({ name: secretName, value: z.nullable(z.string()) })

const deploymentName = z.string().check(
  z.check((context) => {
    const message = deploymentNameProblem(context.value)
    if (message) context.issues.push({ code: 'custom', input: context.value, message })
  }),
)

export const DeploymentCreateRequest = z.strictObject({
  name: deploymentName,
  source: z.enum(
    ['github', 'internal_source', 'external_docker'],
    'Send github for any git repository, internal_source for an upload, or external_docker for a server that runs already.',
  ),
  source_config: SourceConfigRequest,
  source_revision_config: SourceRevisionConfigRequest,
  secrets: z.array(SecretRequest),
  /** Ours. */
  usage_cap: z.nullish(UsageCap),
})
export type DeploymentCreateRequest = z.infer<typeof DeploymentCreateRequest>

/** Told apart from unknown fields: published as what cannot be changed. */
const fixed = notSupported('This cannot be changed once a deployment exists.')

export const DeploymentPatchRequest = z.strictObject({
  name: fixed,
  source: fixed,
  /** As the published command line sends it: the deployment's source. */
  revision_source: z.nullish(z.string()),
  source_config: z.nullish(SourceConfigRequest),
  source_revision_config: z.nullish(SourceRevisionConfigRequest),
  secrets: z.nullish(z.array(SecretPatch)),
  /** Ours: replaces the whole; null removes it. */
  usage_cap: z.nullish(UsageCap),
})
export type DeploymentPatchRequest = z.infer<typeof DeploymentPatchRequest>

/**
 * The published rule: a patch starts a revision when it holds a non-null `repo_ref`,
 * `langgraph_config_path`, `image_uri`, `secrets` or `resource_spec`; so does an archive.
 */
export function patchStartsRevision(patch: DeploymentPatchRequest): boolean {
  const next = patch.source_revision_config
  return [
    next?.repo_ref,
    next?.langgraph_config_path,
    next?.image_uri,
    next?.source_tarball_path,
    patch.secrets,
    patch.source_config?.resource_spec,
  ].some((value) => value !== null && value !== undefined)
}

const deploymentParams = z.object({ deployment_id: id })

const notByAgent = notSupported('Deployments are not listed by agent here.')

export const listDeployments = endpoint({
  name: 'listDeployments',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    ...paging,
    name_contains: z.optional(z.string()),
    status: z.optional(z.string()),
    deployment_type: z.optional(z.enum(deploymentTypes)),
    /** With a comma between them. Previews are listed by their ids only. */
    deployment_ids: z.optional(z.string()),
    image_version: z.optional(z.string()),
    tag_value_ids: z.optional(z.string()),
    /** Whoever asks by agent would take all that are listed for that agent's. */
    agent_id: notByAgent,
    agent_environment: notByAgent,
    /** Ours: those alone that answer nobody, by `isUnwell`. */
    health: z.optional(z.literal('unwell')),
  }),
  response: DeploymentsList,
})

export const createDeployment = endpoint({
  name: 'createDeployment',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/deployments',
  role: 'operator',
  isAudited: true,
  body: DeploymentCreateRequest,
  response: Deployment,
})

export const getDeployment = endpoint({
  name: 'getDeployment',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}',
  role: 'viewer',
  isAudited: false,
  params: deploymentParams,
  response: Deployment,
})

export const patchDeployment = endpoint({
  name: 'patchDeployment',
  area: 'control-plane',
  method: 'PATCH',
  path: '/v2/deployments/{deployment_id}',
  role: 'operator',
  isAudited: true,
  params: deploymentParams,
  body: DeploymentPatchRequest,
  response: Deployment,
})

/**
 * Published: 204 when the deployment is gone with its threads, runs, builds and logs, 404 when there
 * is none. The feedback of its runs goes with them.
 */
export const deleteDeployment = endpoint({
  name: 'deleteDeployment',
  area: 'control-plane',
  method: 'DELETE',
  path: '/v2/deployments/{deployment_id}',
  role: 'operator',
  isAudited: true,
  params: deploymentParams,
})

/**
 * Published: starts a revision that repeats an old one, with its commit, configuration and secrets.
 * 200 with the deployment, whose `latest_revision_id` is the new one; 400 when the old one has no
 * commit, 409 while its rollout is going on.
 */
export const redeployRevision = endpoint({
  name: 'redeployRevision',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/redeploy',
  role: 'operator',
  isAudited: true,
  params: z.object({ deployment_id: id, revision_id: id }),
  response: Deployment,
})
