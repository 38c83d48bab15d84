import { isFailing } from '../../contract/control-plane/deployment-health.ts'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import { hasFailed, isSettled, type Revision } from '../../contract/control-plane/revisions.ts'

/** What started a revision, in words; null where the server does not tell. */
export function startedByText({ started_by, source_revision_config }: Revision): string | null {
  if (!started_by) return null
  const { via, name } = started_by
  switch (via) {
    case 'console':
      return name ? `${name}, console` : 'Console'
    case 'token':
      return name ? `API, ${name}` : 'API'
    case 'api':
      return 'API key'
    case 'push':
      return `Push to ${source_revision_config.repo_ref ?? 'the branch'}`
    case 'folder':
      return 'Saved files'
    default:
      return name ?? via
  }
}

/** How long its rollout took in milliseconds; null while it goes on, and where the server does not tell. */
export function tookMs({ status, status_history: history = [] }: Revision): number | null {
  const [begin, end] = [history[0], history.at(-1)]
  if (!begin || !end || begin === end || !isSettled({ status })) return null
  return Date.parse(end.at) - Date.parse(begin.at)
}

/** Why it failed, in one line. */
export function failureLine(revision: Revision): string | null {
  if (!hasFailed(revision)) return null
  return revision.status_reason?.split('\n').find((line) => line.trim() !== '') ?? null
}

/** The newest revision without traffic that could take it over: newer than what serves, and not promoted yet. */
export function candidateOf(
  { active_revision_id: servingId }: Deployment,
  newestFirst: readonly Revision[],
): Revision | null {
  const at = newestFirst.findIndex(({ id }) => id === servingId)
  const newer = at < 0 ? newestFirst : newestFirst.slice(0, at)
  const isReady = ({ status, without_traffic, promoted_to }: Revision) =>
    without_traffic && status === 'DEPLOYED' && !promoted_to
  return newer.find(isReady) ?? null
}

/** Whether a revision has served, and another one serves now; one without traffic never did. */
export function isReplaced(
  { active_revision_id, latest_revision_id }: Deployment,
  { id, status, without_traffic }: Revision,
): boolean {
  const isOther = active_revision_id !== null && id !== active_revision_id
  return isOther && id !== latest_revision_id && status === 'DEPLOYED' && !without_traffic
}

/** How a revision stands to the deployment's traffic, in two words: one whose process answers nobody does not serve it. */
export function trafficWords({ health }: Pick<Deployment, 'health'>): string {
  return isFailing(health) ? 'is to serve' : 'serving traffic'
}

/**
 * What deploying a revision again is called: of one that served once it is a way back, of one without traffic its first,
 * until it is promoted.
 */
export function redeployWords(
  deployment: Deployment,
  revision: Revision,
): 'Roll back' | 'Promote' | 'Redeploy' {
  const { active_revision_id: servingId, latest_revision_id: latestId } = deployment
  if (servingId === revision.id || revision.status !== 'DEPLOYED') return 'Redeploy'
  if (revision.without_traffic) {
    const { promoted_to: promotedId } = revision
    if (!promotedId) return 'Promote'
    if (promotedId === servingId || promotedId === latestId) return 'Redeploy'
  }
  return servingId === null ? 'Redeploy' : 'Roll back'
}

/**
 * The newest revision that served and can serve again, while the latest one failed or what serves does not answer; null
 * where everything is well, or there is none.
 */
export function lastGood(
  deployment: Deployment,
  newestFirst: readonly Revision[],
): Revision | null {
  const { active_revision_id: servingId, latest_revision_id: latestId, health } = deployment
  const latest = newestFirst.find(({ id }) => id === latestId)
  if (!latest || !isSettled(latest)) return null
  const badId = isFailing(health) ? servingId : null
  if (!hasFailed(latest) && badId === null) return null
  const good = newestFirst.filter(
    ({ id, status, without_traffic }) =>
      id !== latestId && id !== badId && status === 'DEPLOYED' && !without_traffic,
  )
  return good.find(({ id }) => id === servingId) ?? good[0] ?? null
}

/** The variable that a failure says is missing, where it names one that the revision did not have. */
export function missingSecret(revision: Revision): string | null {
  const reason = revision.status_reason ?? ''
  const [, before, after] =
    /\b([A-Z][A-Z0-9_]{2,})\b[^.\n]{0,40}\b(?:is not set|not set|is missing|is required|is undefined)\b|\b(?:set|missing|requires?|no)\b[^.\n]{0,60}?\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/.exec(
      reason,
    ) ?? []
  const name = before ?? after ?? null
  return name === null || revision.secret_names?.includes(name) ? null : name
}
