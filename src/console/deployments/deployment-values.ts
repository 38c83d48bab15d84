import type {
  Deployment,
  DeploymentCreateRequest,
  DeploymentPatchRequest,
} from '../../contract/deployments.ts'
import type { DeploymentType } from './deployment-types.ts'

/** A secret in the form. What is kept has no value here: the server never tells one. */
export interface SecretDraft {
  name: string
  value: string
  /** `kept`, `replaced` and `removed` are secrets that the deployment has already. */
  state: 'new' | 'kept' | 'replaced' | 'removed'
}

/** What the form for a deployment holds, in the shape of the screen; texts may be empty. */
export interface DeploymentValues {
  name: string
  repo_url: string
  repo_ref: string
  langgraph_config_path: string
  deployment_type: DeploymentType
  build_on_push: boolean
  install_command: string
  build_command: string
  secrets: SecretDraft[]
}

/** A new deployment's form before anything is typed. */
export const emptyValues: DeploymentValues = {
  name: '',
  repo_url: '',
  repo_ref: 'main',
  langgraph_config_path: 'langgraph.json',
  deployment_type: 'dev',
  build_on_push: false,
  install_command: '',
  build_command: '',
  secrets: [],
}

/** The form of a deployment that exists. */
export function valuesOf(deployment: Deployment): DeploymentValues {
  const { source_config: source, source_revision_config: revision } = deployment
  return {
    name: deployment.name,
    repo_url: source.repo_url ?? '',
    repo_ref: revision.repo_ref ?? '',
    langgraph_config_path: revision.langgraph_config_path ?? '',
    deployment_type: (source.deployment_type ?? 'dev') as DeploymentType,
    build_on_push: source.build_on_push ?? false,
    install_command: source.install_command ?? '',
    build_command: source.build_command ?? '',
    secrets: deployment.secrets.map(({ name }) => ({ name, value: '', state: 'kept' })),
  }
}

/** The request that makes the deployment. Empty texts are left out, as are secrets without name and value. */
export function createRequest(values: DeploymentValues): DeploymentCreateRequest {
  return {
    name: values.name,
    source: 'github',
    source_config: {
      repo_url: values.repo_url.trim(),
      deployment_type: values.deployment_type,
      ...(values.build_on_push && { build_on_push: true }),
      ...given('install_command', values.install_command),
      ...given('build_command', values.build_command),
    },
    source_revision_config: {
      ...given('repo_ref', values.repo_ref),
      ...given('langgraph_config_path', values.langgraph_config_path),
    },
    secrets: sentSecrets(values.secrets).map(({ draft: { name, value } }) => ({ name, value })),
  }
}

/**
 * The request that turns `before` into `after`: only what differs. The API replaces the whole list of
 * secrets, so one change sends all of them, those that are kept with null as their value.
 */
export function patchRequest(
  before: DeploymentValues,
  after: DeploymentValues,
): DeploymentPatchRequest {
  const changed = (field: TextField) => after[field].trim() !== before[field].trim()
  const source = {
    ...(after.build_on_push !== before.build_on_push && { build_on_push: after.build_on_push }),
    // An emptied command is unset, which is null.
    ...(changed('install_command') && { install_command: after.install_command.trim() || null }),
    ...(changed('build_command') && { build_command: after.build_command.trim() || null }),
  }
  const revision = {
    ...(changed('repo_ref') && given('repo_ref', after.repo_ref)),
    ...(changed('langgraph_config_path') &&
      given('langgraph_config_path', after.langgraph_config_path)),
  }
  const secrets = sentSecrets(after.secrets)
  const hasSecrets = after.secrets.some(({ state }) => state === 'removed' || state === 'replaced')
  const isLonger = secrets.some(({ draft }) => draft.state === 'new')
  return {
    ...(Object.keys(source).length > 0 && { source_config: source }),
    ...(Object.keys(revision).length > 0 && { source_revision_config: revision }),
    ...((hasSecrets || isLonger) && {
      secrets: secrets.map(({ draft: { name, value, state } }) => ({
        name,
        value: state === 'kept' ? null : value,
      })),
    }),
  }
}

/** The secrets that a request carries, each with its place in the form, where errors belong. */
export function sentSecrets(drafts: SecretDraft[]): { draft: SecretDraft; index: number }[] {
  return drafts
    .map((draft, index) => ({ draft, index }))
    .filter(({ draft: { state, name, value } }) =>
      state === 'new' ? name !== '' || value !== '' : state !== 'removed',
    )
}

type TextField = 'repo_ref' | 'langgraph_config_path' | 'install_command' | 'build_command'

function given<Name extends TextField>(name: Name, text: string): { [Key in Name]?: string } {
  return text.trim() ? ({ [name]: text.trim() } as { [Key in Name]?: string }) : {}
}
