import type { ExecutorPool } from './executor-pool.ts'

/**
 * Metadata of a thread or run as it is kept: what runs at a preview says of which deployment and revision it is. That is
 * this server's own word: what a client writes there does not count, at a preview or elsewhere.
 */
export function withPreviewMark(
  executors: Pick<ExecutorPool, 'find'>,
  deploymentId: string,
  metadata: object,
): Record<string, unknown> {
  const { preview_of: _, ...own } = metadata as Record<string, unknown>
  const preview = executors.find(deploymentId)?.previewOf
  if (!preview) return own
  return { ...own, preview_of: preview.deployment_id, revision_id: preview.revision_id }
}
