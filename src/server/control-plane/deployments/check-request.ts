import type {
  DeploymentCreateRequest,
  DeploymentPatchRequest,
  SourceConfig,
} from '../../../contract/control-plane/deployments.ts'
import { resourceLimits } from '../../../contract/control-plane/resource-spec.ts'
import { checkExternal, checkExternalPatch } from './check-external.ts'
import { checkArchiveIsOfUpload, checkUploaded, checkUploadedParts } from './check-uploaded.ts'
import type { DeploymentRow } from './deployment-store.ts'
import { type Faults, newFaults } from './faults.ts'
import type { LocalRepositories } from './local-repositories.ts'
import {
  configPathProblem,
  isTagRef,
  refProblem,
  repositoryProblem,
  tokenProblem,
} from './source-rules.ts'

const fixedFields = ['repo_url', 'deployment_type', 'integration_id', 'listener_id'] as const

/** Refuses (422, every fault with its location) what the schema allows but this server cannot do. */
export function checkCreate(
  request: DeploymentCreateRequest,
  localRepositories: LocalRepositories,
): void {
  const faults = newFaults()
  const { source_config: source, source_revision_config: revision } = request
  checkArchiveIsOfUpload(faults, request.source, revision)
  if (request.source === 'external_docker') {
    checkExternal(faults, request)
  } else if (request.source === 'internal_source') {
    checkUploaded(faults, request)
  } else {
    const address = source.repo_url ?? ''
    faults.add(['source_config', 'repo_url'], repositoryProblem(address, localRepositories))
    if (source.custom_url) {
      faults.add(
        ['source_config', 'custom_url'],
        'The server sets the address of a deployment from git.',
      )
    }
    checkToken(faults, source, address)
    checkNoImage(faults, revision)
  }
  checkCommon(faults, source, revision)
  if (source.build_on_push && isTagRef(revision.repo_ref)) {
    faults.add(['source_config', 'build_on_push'], pushOnTag)
  }
  checkSecretNames(faults, request.secrets)
  faults.refuse()
}

/**
 * As `checkCreate`, for a change of `current`, whose agent server is at `address`. A fixed field may be
 * sent back as it was read.
 */
export function checkPatch(
  request: DeploymentPatchRequest,
  current: DeploymentRow,
  address: string | null,
): void {
  const faults = newFaults()
  const source = request.source_config ?? {}
  const revision = request.source_revision_config ?? {}
  const isAttached =
    current.source === 'external_docker' && Boolean(current.source_config.custom_url)
  const told = {
    ...current.source_config,
    custom_url: address,
    has_repo_token: current.sealed_repo_token !== null,
  }
  for (const field of [...fixedFields, 'custom_url', 'has_repo_token'] as const) {
    const value = source[field]
    if (!isGiven(value) || value === told[field]) continue
    if (field === 'custom_url' && isAttached) continue
    faults.add(
      ['source_config', field],
      field === 'has_repo_token'
        ? 'Only told. Set or remove the token with repo_token.'
        : `${field} cannot be changed once a deployment exists. Create another deployment for that.`,
    )
  }
  checkArchiveIsOfUpload(faults, current.source, revision)
  if (isGiven(request.revision_source) && request.revision_source !== current.source) {
    faults.add(
      ['revision_source'],
      `“${current.name}” is made from ${current.source}. Create another deployment for ${request.revision_source}.`,
    )
  }
  if (current.source === 'external_docker') {
    checkExternalPatch(faults, request, current, isAttached)
  } else if (current.source === 'folder') {
    checkFolderPatch(faults, request)
  } else if (current.source === 'internal_source') {
    checkUploadedParts(faults, { ...source, repo_url: null, integration_id: null }, revision)
  } else {
    checkToken(faults, source, current.source_config.repo_url ?? '')
    checkNoImage(faults, revision)
  }
  checkCommon(faults, { ...source, listener_id: null }, revision)
  const ref = revision.repo_ref ?? current.source_revision_config.repo_ref
  const isBuiltOnPush = source.build_on_push ?? current.source_config.build_on_push
  if (isBuiltOnPush && isTagRef(ref)) {
    const isAsked = source.build_on_push !== undefined && source.build_on_push !== null
    faults.add(
      isAsked ? ['source_config', 'build_on_push'] : ['source_revision_config', 'repo_ref'],
      pushOnTag,
    )
  }
  const secrets = request.secrets ?? []
  checkSecretNames(faults, secrets)
  const known = new Set(current.secrets.map((secret) => secret.name))
  for (const [index, secret] of secrets.entries()) {
    if (secret.value === null && !known.has(secret.name)) {
      faults.add(
        ['secrets', index, 'value'],
        `There is no secret ${secret.name} yet whose value could be kept. Give it a value.`,
      )
    }
  }
  faults.refuse()
}

/** Of a folder that is worked in only the secrets and the resources are set here. */
function checkFolderPatch(faults: Faults, request: DeploymentPatchRequest): void {
  const parts = ['source_config', 'source_revision_config'] as const
  const refused = ['repo_ref', 'langgraph_config_path', 'image_uri', 'repo_token', 'build_on_push']
  for (const part of parts) {
    for (const [field, value] of Object.entries(request[part] ?? {})) {
      const isRefused = refused.includes(field) || field.endsWith('_command')
      if (isRefused && isGiven(value) && value !== false && value !== '') {
        faults.add([part, field], 'This deployment serves a folder that “quarterdeck dev” follows.')
      }
    }
  }
}

const pushOnTag =
  'A tag never moves, so nothing can be built on a push. Name a branch, or turn build_on_push off.'

function checkCommon(
  faults: Faults,
  source: SourceConfig,
  revision: {
    repo_ref?: string | null | undefined
    langgraph_config_path?: string | null | undefined
    image_uri?: string | null | undefined
  },
): void {
  if (isGiven(revision.repo_ref)) {
    faults.add(['source_revision_config', 'repo_ref'], refProblem(revision.repo_ref))
  }
  if (isGiven(revision.langgraph_config_path)) {
    faults.add(
      ['source_revision_config', 'langgraph_config_path'],
      configPathProblem(revision.langgraph_config_path),
    )
  }
  const limit = resourceLimits(source.resource_spec).memory_mb
  if (limit !== null && limit < smallestMemory) {
    const field = isGiven(source.resource_spec?.memory_limit_mb) ? 'memory_limit_mb' : 'memory_mb'
    faults.add(
      ['source_config', 'resource_spec', field],
      `A process needs ${smallestMemory} MB at least to load a graph.`,
    )
  }
  for (const field of ['listener_id', 'listener_config'] as const) {
    if (isGiven(source[field]))
      faults.add(['source_config', field], 'This server has no listeners.')
  }
}

/** Less than Node with the graph library needs itself. */
const smallestMemory = 256

function checkNoImage(faults: Faults, revision: { image_uri?: string | null | undefined }): void {
  if (!isGiven(revision.image_uri)) return
  faults.add(
    ['source_revision_config', 'image_uri'],
    'Only a deployment from an image has an image_uri.',
  )
}

function checkToken(
  faults: Faults,
  source: { repo_token?: string | null | undefined },
  address: string,
): void {
  if (!isGiven(source.repo_token)) return
  faults.add(['source_config', 'repo_token'], tokenProblem(source.repo_token, address))
}

function checkSecretNames(faults: Faults, secrets: readonly { name: string }[]): void {
  const seen = new Set<string>()
  for (const [index, { name }] of secrets.entries()) {
    if (seen.has(name)) faults.add(['secrets', index, 'name'], `${name} is in the list twice.`)
    seen.add(name)
  }
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}
