import type { Run } from '../../contract/agent-server/runs.ts'

/** True for a run that began a branch. */
export function isFork({ kwargs }: Run): boolean {
  return Boolean(kwargs?.checkpoint || kwargs?.checkpoint_id || configuredCheckpoint(kwargs))
}

function configuredCheckpoint(kwargs: Run['kwargs']): unknown {
  const config = kwargs?.config as { configurable?: { checkpoint_id?: unknown } } | null | undefined
  return config?.configurable?.checkpoint_id
}
