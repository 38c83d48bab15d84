import type {
  DeploymentCreateRequest,
  DeploymentPatchRequest,
} from '../../../contract/control-plane/deployments.ts'
import type { DeploymentRow } from './deployment-store.ts'
import type { Faults } from './faults.ts'
import { imageProblem, serverAddressProblem } from './source-rules.ts'

type Source = Partial<DeploymentCreateRequest['source_config']>
type Revision = DeploymentCreateRequest['source_revision_config']
type Secrets = readonly { name: string }[]

/** Fields that say where a git repository is and how it is built. */
const gitFields = [
  'repo_url',
  'integration_id',
  'build_on_push',
  'install_command',
  'build_command',
  'repo_token',
] as const

/** The rules of a new `external_docker` deployment: an address to attach, or an image to run. */
export function checkExternal(faults: Faults, request: DeploymentCreateRequest): void {
  const { source_config: source, source_revision_config: revision, secrets } = request
  const [address, image] = [source.custom_url, revision.image_uri]
  if (address && image) {
    faults.add(
      ['source_config', 'custom_url'],
      'Give either the address of a running server to attach (custom_url), or an image to run (image_uri). The server sets the address of an image that it runs.',
    )
  } else if (!address && !image) {
    faults.add(
      ['source_revision_config', 'image_uri'],
      'Name an image to run, or give the address of a running server as source_config.custom_url.',
    )
  }
  checkParts(faults, source, revision, secrets, !image)
}

/** As `checkExternal`, for a change: an attached server stays one, an image stays one. */
export function checkExternalPatch(
  faults: Faults,
  request: DeploymentPatchRequest,
  current: DeploymentRow,
  isAttached: boolean,
): void {
  const revision = request.source_revision_config ?? {}
  if (isAttached && revision.image_uri) {
    faults.add(
      ['source_revision_config', 'image_uri'],
      `“${current.name}” is a server that was attached by its address. Create another deployment for an image.`,
    )
  }
  // Those are fixed, and checked as such.
  const { integration_id: _integration, repo_url: _url, ...source } = request.source_config ?? {}
  checkParts(faults, source, revision, request.secrets ?? [], isAttached)
}

function checkParts(
  faults: Faults,
  source: Source,
  revision: Revision,
  secrets: Secrets,
  isAttached: boolean,
): void {
  for (const field of gitFields) {
    if (source[field]) {
      faults.add(['source_config', field], `Only a deployment from git has a ${field}.`)
    }
  }
  for (const field of ['repo_ref', 'langgraph_config_path'] as const) {
    if (revision[field]) {
      faults.add(['source_revision_config', field], `Only a deployment from git has a ${field}.`)
    }
  }
  if (isAttached && source.custom_url) {
    faults.add(['source_config', 'custom_url'], serverAddressProblem(source.custom_url))
  }
  if (revision.image_uri) {
    faults.add(['source_revision_config', 'image_uri'], imageProblem(revision.image_uri))
  }
  for (const [index, { name }] of secrets.entries()) {
    if (isAttached) {
      faults.add(
        ['secrets', index, 'name'],
        'An attached server has an environment of its own: set its variables where it runs.',
      )
    } else if (/^(DOCKER|CONTAINERS?|PODMAN|XDG|REGISTRY)_/.test(name)) {
      faults.add(['secrets', index, 'name'], `${name} would steer the container engine itself.`)
    }
  }
}
