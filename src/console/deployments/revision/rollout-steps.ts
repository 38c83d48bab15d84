import { awaitsSource } from '../../../contract/control-plane/awaits-source.ts'
import { hasFailed, isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { statusLabel } from '../../objects/revision-status.ts'

const stages = [
  { id: 'queued', label: 'Queued', statuses: ['CREATING', 'QUEUED', 'AWAITING_BUILD'] },
  { id: 'building', label: 'Building', statuses: ['BUILDING'] },
  { id: 'awaiting-deploy', label: 'Awaiting deploy', statuses: ['AWAITING_DEPLOY'] },
  { id: 'deploying', label: 'Deploying', statuses: ['DEPLOYING'] },
  { id: 'deployed', label: 'Deployed', statuses: ['DEPLOYED'] },
] as const

/** The stage in which each published failure happens. */
const failedStages: Record<string, number> = { CREATE_FAILED: 0, BUILD_FAILED: 1, DEPLOY_FAILED: 3 }

/** One step of a rollout. Times are ISO 8601, null where the server does not tell them. */
export interface RolloutStep {
  id: string
  label: string
  state: 'done' | 'now' | 'failed' | 'pending'
  start: string | null
  end: string | null
  /** A word on how it ended, when that was neither well nor a failure. */
  note: string | null
}

/**
 * A rollout as its steps, from its status and, where the server keeps one, its history. Of an image or a running
 * server nothing is built.
 */
export function rolloutSteps(revision: Revision): RolloutStep[] {
  const history = revision.status_history ?? []
  const at = awaitsSource(revision) ? -1 : reachedStage(revision)
  const isOver = isSettled(revision)
  const steps = stages.map((stage, index) => {
    const entered = history.find(({ status }) => isOf(stage, status))
    const left = history
      .slice(entered ? history.indexOf(entered) : history.length)
      .find(({ status }) => !isOf(stage, status))
    const isKept = stage.id === 'building' && index < at && history.length > 0 && !entered
    const isStopped = index === at && isOver && revision.status !== 'DEPLOYED'
    return {
      id: stage.id,
      label: stage.label,
      state: stateOf(index, at, revision),
      start: entered?.at ?? null,
      end: left?.at ?? null,
      note: isKept
        ? 'earlier build used'
        : isStopped && !hasFailed(revision)
          ? statusLabel(revision.status)
          : null,
    }
  })
  const isBuilt = !['external_docker', 'folder'].includes(revision.source ?? '')
  return isBuilt ? steps : steps.filter(({ id }) => id !== 'building')
}

function stateOf(index: number, at: number, revision: Revision): RolloutStep['state'] {
  if (index < at) return 'done'
  if (index > at) return 'pending'
  if (revision.status === 'DEPLOYED') return 'done'
  if (hasFailed(revision)) return 'failed'
  return isSettled(revision) ? 'pending' : 'now'
}

/** Index of the stage that the rollout is in or ended in; -1 when nothing tells. */
function reachedStage(revision: Revision): number {
  const statuses = [...(revision.status_history ?? []).map(({ status }) => status), revision.status]
  for (const status of statuses.reverse()) {
    const stage = failedStages[status] ?? stages.findIndex((candidate) => isOf(candidate, status))
    if (stage >= 0) return stage
  }
  return -1
}

function isOf(stage: (typeof stages)[number], status: string): boolean {
  return (stage.statuses as readonly string[]).includes(status)
}
