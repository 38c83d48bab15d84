import {
  type UsageCap,
  type UsageCapName,
  usageCapNames,
} from '../../../contract/agent-server/usage.ts'
import type {
  Deployment,
  DeploymentCreateRequest,
  DeploymentPatchRequest,
} from '../../../contract/control-plane/deployments.ts'
import type { DeploymentType } from '../deployment-types.ts'
import { type ResourceTexts, resourceTexts } from './resource-spec.ts'

/** A secret in the form. What is kept has no value here: the server never tells one. */
export interface SecretDraft {
  name: string
  value: string
  /** `kept`, `replaced` and `removed` are secrets that the deployment has already. */
  state: 'new' | 'kept' | 'replaced' | 'removed'
}

/** Where the agent comes from: a git repository, an upload, a container image, or a server that runs already. */
export type SourceKind = 'git' | 'upload' | 'image' | 'server'

/**
 * What the form for a deployment holds, in the shape of the screen; texts may be empty. What `ResourceTexts` has, the
 * integration and the listener are of servers that are not ours: see `foreign-request.ts`.
 */
export interface DeploymentValues extends ResourceTexts {
  name: string
  kind: SourceKind
  repo_url: string
  /** Written only; empty where it is to stay as it is. */
  repo_token: string
  integration_id: string
  image_uri: string
  custom_url: string
  listener_id: string
  k8s_namespace: string
  repo_ref: string
  langgraph_config_path: string
  deployment_type: DeploymentType
  build_on_push: boolean
  install_command: string
  build_command: string
  /** Whole numbers as text; empty for no limit. */
  memory_limit_mb: string
  cpu_limit: string
  /** Numbers as text; empty for no limit. */
  tokens_per_day: string
  tokens_per_month: string
  cost_per_day: string
  cost_per_month: string
  secrets: SecretDraft[]
}

/** A new deployment's form before anything is typed. */
export const emptyValues: DeploymentValues = {
  name: '',
  kind: 'git',
  repo_url: '',
  repo_token: '',
  integration_id: '',
  image_uri: '',
  custom_url: '',
  listener_id: '',
  k8s_namespace: '',
  repo_ref: 'main',
  langgraph_config_path: 'langgraph.json',
  deployment_type: 'dev',
  build_on_push: false,
  install_command: '',
  build_command: '',
  memory_limit_mb: '',
  cpu_limit: '',
  tokens_per_day: '',
  tokens_per_month: '',
  cost_per_day: '',
  cost_per_month: '',
  secrets: [],
  ...resourceTexts({}),
}

/** The form of a deployment that exists. */
export function valuesOf(deployment: Deployment): DeploymentValues {
  const { source_config: source, source_revision_config: revision } = deployment
  return {
    name: deployment.name,
    kind: sourceKind(deployment),
    repo_url: source.repo_url ?? '',
    repo_token: '',
    integration_id: source.integration_id ?? '',
    image_uri: revision.image_uri ?? '',
    custom_url: source.custom_url ?? '',
    listener_id: source.listener_id ?? '',
    k8s_namespace: textOf(source.listener_config?.k8s_namespace),
    repo_ref: revision.repo_ref ?? '',
    langgraph_config_path: revision.langgraph_config_path ?? '',
    deployment_type: (source.deployment_type ?? 'dev') as DeploymentType,
    build_on_push: source.build_on_push ?? false,
    install_command: source.install_command ?? '',
    build_command: source.build_command ?? '',
    memory_limit_mb: numberText(source.resource_spec?.memory_limit_mb),
    cpu_limit: numberText(source.resource_spec?.cpu_limit),
    ...capTexts(deployment),
    secrets: deployment.secrets.map(({ name }) => ({ name, value: '', state: 'kept' })),
    ...resourceTexts(source.resource_spec ?? {}),
  }
}

/** Where a deployment's agent comes from. */
function sourceKind(deployment: Deployment): SourceKind {
  if (deployment.source === 'internal_source') return 'upload'
  if (deployment.source !== 'external_docker') return 'git'
  return deployment.source_revision_config.image_uri ? 'image' : 'server'
}

/**
 * The request that makes the deployment, with the fields of its kind of source. Empty texts are left
 * out, as are secrets without name and value.
 */
export function createRequest(values: DeploymentValues): DeploymentCreateRequest {
  const limits = limitsOf(values)
  const resources = limits && { resource_spec: limits }
  const { name } = values
  const secrets = sentSecrets(values.secrets).map(({ draft }) => ({
    name: draft.name,
    value: draft.value,
  }))
  if (values.kind === 'server') {
    return {
      name,
      source: 'external_docker',
      source_config: { custom_url: values.custom_url.trim() },
      source_revision_config: {},
      secrets: [],
    }
  }
  if (values.kind === 'image') {
    return {
      name,
      source: 'external_docker',
      source_config: { ...resources },
      source_revision_config: { image_uri: values.image_uri.trim() },
      secrets,
    }
  }
  const commands = {
    ...given('install_command', values.install_command),
    ...given('build_command', values.build_command),
  }
  if (values.kind === 'upload') {
    return {
      name,
      source: 'internal_source',
      source_config: { deployment_type: values.deployment_type, ...commands, ...resources },
      source_revision_config: {},
      secrets,
    }
  }
  return {
    name,
    source: 'github',
    source_config: {
      repo_url: values.repo_url.trim(),
      ...(values.repo_token !== '' && { repo_token: values.repo_token }),
      deployment_type: values.deployment_type,
      ...(values.build_on_push && { build_on_push: true }),
      ...commands,
      ...resources,
    },
    source_revision_config: {
      ...given('repo_ref', values.repo_ref),
      ...given('langgraph_config_path', values.langgraph_config_path),
    },
    secrets,
  }
}

/**
 * The request that turns `before` into `after`: only what differs. `spec` are the resources as they are,
 * which the API replaces as a whole. The API replaces the whole list of
 * secrets, so one change sends all of them, those that are kept with null as their value.
 */
export function patchRequest(
  before: DeploymentValues,
  after: DeploymentValues,
  spec: Record<string, unknown> = {},
): DeploymentPatchRequest {
  const changed = (field: TextField) => after[field].trim() !== before[field].trim()
  const source = {
    ...(after.build_on_push !== before.build_on_push && { build_on_push: after.build_on_push }),
    // An emptied command is unset, which is null.
    ...(changed('install_command') && { install_command: after.install_command.trim() || null }),
    ...(changed('build_command') && { build_command: after.build_command.trim() || null }),
    ...(changed('custom_url') && { custom_url: after.custom_url.trim() }),
    ...(after.repo_token !== '' && { repo_token: after.repo_token }),
    ...((changed('memory_limit_mb') || changed('cpu_limit')) && {
      resource_spec: { ...spec, memory_limit_mb: null, cpu_limit: null, ...limitsOf(after) },
    }),
  }
  const revision = {
    ...(changed('repo_ref') && given('repo_ref', after.repo_ref)),
    ...(changed('image_uri') && given('image_uri', after.image_uri)),
    ...(changed('langgraph_config_path') &&
      given('langgraph_config_path', after.langgraph_config_path)),
  }
  const secrets = sentSecrets(after.secrets)
  const hasSecrets = after.secrets.some(({ state }) => state === 'removed' || state === 'replaced')
  const isLonger = secrets.some(({ draft }) => draft.state === 'new')
  return {
    ...(Object.keys(source).length > 0 && { source_config: source }),
    ...(Object.keys(revision).length > 0 && { source_revision_config: revision }),
    ...(usageCapNames.some(changed) && { usage_cap: capOf(after) }),
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

type TextField =
  | UsageCapName
  | 'repo_ref'
  | 'langgraph_config_path'
  | 'install_command'
  | 'build_command'
  | 'image_uri'
  | 'custom_url'
  | 'memory_limit_mb'
  | 'cpu_limit'
  | 'integration_id'
  | 'listener_id'

/** The field with what was typed, trimmed; nothing where nothing was. */
export function given<Name extends TextField>(
  name: Name,
  text: string,
): { [Key in Name]?: string } {
  return text.trim() ? ({ [name]: text.trim() } as { [Key in Name]?: string }) : {}
}

/** The limits that were typed, or null. */
function limitsOf(values: Pick<DeploymentValues, 'memory_limit_mb' | 'cpu_limit'>) {
  const [memory, cpu] = [values.memory_limit_mb.trim(), values.cpu_limit.trim()]
  if (memory === '' && cpu === '') return null
  return {
    ...(memory !== '' && { memory_limit_mb: Number(memory) }),
    ...(cpu !== '' && { cpu_limit: Number(cpu) }),
  }
}

function capTexts({ usage_cap }: Deployment): Record<UsageCapName, string> {
  const texts = usageCapNames.map((name) => [name, numberText(usage_cap?.[name])])
  return Object.fromEntries(texts) as Record<UsageCapName, string>
}

/** The limits that are typed; null where none is. */
function capOf(values: DeploymentValues): UsageCap | null {
  const typed = usageCapNames.filter((name) => values[name].trim() !== '')
  if (typed.length === 0) return null
  return Object.fromEntries(typed.map((name) => [name, Number(values[name])]))
}

function numberText(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
