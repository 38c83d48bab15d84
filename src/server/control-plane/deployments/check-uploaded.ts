import type { DeploymentCreateRequest } from '../../../contract/control-plane/deployments.ts'
import type { Faults } from './faults.ts'

type Source = Partial<DeploymentCreateRequest['source_config']>
type Revision = DeploymentCreateRequest['source_revision_config']

/** The rules of a new `internal_source` deployment: its archive comes once there is a place for it. */
export function checkUploaded(faults: Faults, request: DeploymentCreateRequest): void {
  const { source_config: source, source_revision_config: revision } = request
  if (source.custom_url) {
    faults.add(['source_config', 'custom_url'], 'The server sets the address of an upload.')
  }
  if (revision.source_tarball_path) {
    faults.add(
      ['source_revision_config', 'source_tarball_path'],
      'Create the deployment first, then ask for its upload URL, and name the archive in a PATCH.',
    )
  }
  checkUploadedParts(faults, source, revision)
}

/** The rules of what says where a source is; those of a change, whose fixed fields are left out, too. */
export function checkUploadedParts(faults: Faults, source: Source, revision: Revision): void {
  for (const field of ['repo_url', 'integration_id', 'build_on_push', 'repo_token'] as const) {
    if (source[field]) faults.add(['source_config', field], onlyFromGit(field))
  }
  if (revision.repo_ref) {
    faults.add(['source_revision_config', 'repo_ref'], onlyFromGit('repo_ref'))
  }
  if (revision.image_uri) {
    faults.add(
      ['source_revision_config', 'image_uri'],
      'Only a deployment from an image has an image_uri.',
    )
  }
}

/** Refuses an archive where nothing is uploaded. */
export function checkArchiveIsOfUpload(faults: Faults, source: string, revision: Revision): void {
  if (source === 'internal_source' || !revision.source_tarball_path) return
  faults.add(
    ['source_revision_config', 'source_tarball_path'],
    'Only a deployment with the source internal_source is made from an archive.',
  )
}

const onlyFromGit = (field: string) => `Only a deployment from git has a ${field}.`
