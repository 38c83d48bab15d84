import type { Deployment } from '../../../contract/control-plane/deployments.ts'

/**
 * What a published control plane starts a revision by: a part of the source, sent as it is (a patch with any of
 * these starts one). Null where the deployment has none of them.
 */
export function sameSource({
  source_revision_config: { repo_ref, image_uri, langgraph_config_path },
}: Pick<Deployment, 'source_revision_config'>) {
  if (image_uri) return { image_uri }
  if (repo_ref) return { repo_ref }
  return langgraph_config_path ? { langgraph_config_path } : null
}
