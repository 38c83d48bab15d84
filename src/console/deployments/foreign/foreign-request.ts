import type {
  DeploymentCreateRequest,
  DeploymentPatchRequest,
} from '../../../contract/control-plane/deployments.ts'
import {
  type DeploymentValues,
  given,
  patchRequest,
  sentSecrets,
} from '../form/deployment-values.ts'
import { resourceSpecOf } from '../form/resource-spec.ts'

/** The published request that makes a deployment on a control plane that is not ours, and nothing of our own. */
export function foreignCreateRequest(values: DeploymentValues): DeploymentCreateRequest {
  const spec = resourceSpecOf(values)
  const common = {
    name: values.name.trim(),
    secrets: sentSecrets(values.secrets).map(({ draft: { name, value } }) => ({ name, value })),
  }
  if (values.kind !== 'git') {
    return {
      ...common,
      source: 'external_docker',
      source_config: {
        ...given('custom_url', values.custom_url),
        ...given('listener_id', values.listener_id),
        ...(values.listener_id !== '' &&
          values.k8s_namespace.trim() !== '' && {
            listener_config: { k8s_namespace: values.k8s_namespace.trim() },
          }),
        ...(spec && { resource_spec: spec }),
      },
      source_revision_config: { image_uri: values.image_uri.trim() },
    }
  }
  return {
    ...common,
    source: 'github',
    source_config: {
      ...given('integration_id', values.integration_id),
      repo_url: values.repo_url.trim(),
      deployment_type: values.deployment_type,
      build_on_push: values.build_on_push,
      ...given('install_command', values.install_command),
      ...given('build_command', values.build_command),
      ...(spec && { resource_spec: spec }),
    },
    source_revision_config: {
      ...given('repo_ref', values.repo_ref),
      ...given('langgraph_config_path', values.langgraph_config_path),
    },
  }
}

/**
 * As `patchRequest`, with the published fields alone. A secret that is kept still has null as its value, which other
 * servers do not take: such a request is not to be sent, see `keptSecrets`.
 * @param spec the resources as they are
 */
export function foreignPatchRequest(
  before: DeploymentValues,
  after: DeploymentValues,
  spec: Record<string, unknown>,
): DeploymentPatchRequest {
  const { source_config, source_revision_config, secrets } = patchRequest(before, after)
  const { repo_token: _token, resource_spec: _limits, ...source } = source_config ?? {}
  const isChanged =
    after.cluster.trim() !== before.cluster.trim() ||
    JSON.stringify(after.resources) !== JSON.stringify(before.resources)
  const next = {
    ...source,
    ...(isChanged && { resource_spec: resourceSpecOf(after, spec) ?? {} }),
  }
  return {
    ...(Object.keys(next).length > 0 && { source_config: next }),
    ...(source_revision_config && { source_revision_config }),
    ...(secrets && { secrets }),
  }
}

/** The names of the secrets that a patch would keep without their values, which only our own server can. */
export function keptSecrets({ secrets }: DeploymentPatchRequest): string[] {
  return (secrets ?? []).filter(({ value }) => value === null).map(({ name }) => name)
}
