import type {
  DeploymentCreateRequest,
  DeploymentPatchRequest,
  SourceConfig,
} from '../../contract/deployments.ts'
import type { ValidationError } from '../../contract/errors.ts'
import { HttpError } from '../http/http-error.ts'
import { unstorablePlace } from '../storable-text.ts'
import type { DeploymentRow } from './deployment-store.ts'
import { configPathProblem, isTagRef, refProblem, repositoryProblem } from './source-rules.ts'

const fixedFields = ['repo_url', 'deployment_type', 'integration_id', 'listener_id'] as const

/** Refuses (422, every fault with its location) what the schema allows but this server cannot do. */
export function checkCreate(request: DeploymentCreateRequest): void {
  const faults = newFaults()
  checkText(faults, request)
  const { source_config: source, source_revision_config: revision } = request
  if (request.source === 'external_docker') {
    faults.add(
      ['source'],
      'Deploying from an image is not supported yet by this server. Use a git repository.',
    )
    faults.refuse()
  }
  faults.add(['source_config', 'repo_url'], repositoryProblem(source.repo_url ?? ''))
  if (source.custom_url) {
    faults.add(
      ['source_config', 'custom_url'],
      'The server sets the address of a deployment from git.',
    )
  }
  checkCommon(faults, source, revision)
  if (source.build_on_push && isTagRef(revision.repo_ref)) {
    faults.add(['source_config', 'build_on_push'], pushOnTag)
  }
  checkSecretNames(faults, request.secrets)
  faults.refuse()
}

/**
 * As `checkCreate`, for a change of `current`, whose address is `agentUrl`. A fixed field may be sent
 * back as it was read.
 */
export function checkPatch(
  request: DeploymentPatchRequest,
  current: DeploymentRow,
  agentUrl: string,
): void {
  const faults = newFaults()
  checkText(faults, request)
  const source = request.source_config ?? {}
  const revision = request.source_revision_config ?? {}
  for (const field of [...fixedFields, 'custom_url'] as const) {
    const value = source[field]
    const fixed = field === 'custom_url' ? agentUrl : current.source_config[field]
    if (isGiven(value) && value !== fixed) {
      faults.add(
        ['source_config', field],
        `${field} cannot be changed once a deployment exists. Create another deployment for that.`,
      )
    }
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

const pushOnTag =
  'A tag never moves, so nothing can be built on a push. Name a branch, or turn build_on_push off.'

function checkText(faults: ReturnType<typeof newFaults>, request: unknown): void {
  const place = unstorablePlace(request)
  if (!place) return
  faults.add(place, 'This holds characters that cannot be stored.')
  faults.refuse()
}

function checkCommon(
  faults: ReturnType<typeof newFaults>,
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
  if (isGiven(revision.image_uri)) {
    faults.add(
      ['source_revision_config', 'image_uri'],
      'Only a deployment from an image has an image_uri.',
    )
  }
  for (const field of ['listener_id', 'listener_config'] as const) {
    if (isGiven(source[field]))
      faults.add(['source_config', field], 'This server has no listeners.')
  }
}

function checkSecretNames(
  faults: ReturnType<typeof newFaults>,
  secrets: readonly { name: string }[],
): void {
  const seen = new Set<string>()
  for (const [index, { name }] of secrets.entries()) {
    if (seen.has(name)) faults.add(['secrets', index, 'name'], `${name} is in the list twice.`)
    seen.add(name)
  }
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}

function newFaults() {
  const faults: ValidationError[] = []
  return {
    /** A `problem` of null is none. */
    add(loc: (string | number)[], problem: string | null) {
      if (problem) faults.push({ loc: ['body', ...loc], msg: problem, type: 'value_error' })
    },
    refuse() {
      if (faults.length > 0) throw new HttpError(422, faults)
    },
  }
}
