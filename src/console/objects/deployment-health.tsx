import { type HealthFacts, isUnwell } from '../../contract/control-plane/deployment-health.ts'
import { isSettled } from '../../contract/control-plane/revisions.ts'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'

/**
 * How what serves a deployment is, whatever became of its latest revision: a service that serves is healthy
 * although the latest push failed.
 */
export function healthWords(deployment: HealthFacts): {
  tone: Tone
  words: string
  detail?: string
} {
  const { status, active_revision_id, latest_revision_status: latest, health } = deployment
  if (status === 'AWAITING_DELETE') return { tone: 'idle', words: 'Being deleted' }
  if (active_revision_id === null) {
    if (isUnwell(deployment)) return { tone: 'bad', words: 'Not serving' }
    const isComing = latest && !isSettled({ status: latest })
    return { tone: 'idle', words: isComing ? 'Not serving yet' : 'Not serving' }
  }
  const detail = health?.detail ? { detail: health.detail } : {}
  switch (health?.status) {
    case 'ok':
      return { tone: 'ok', words: 'Healthy', ...detail }
    case 'starting':
      return { tone: 'run', words: 'Starting', ...detail }
    case 'restarting':
      return { tone: 'run', words: 'Restarting', ...detail }
    case 'failing':
      return { tone: 'bad', words: 'Not answering', ...detail }
    case 'down':
      return { tone: 'bad', words: 'Down', ...detail }
    case undefined:
      // Other servers do not tell more.
      return { tone: 'ok', words: 'Serving' }
    default:
      // A newer server has a word for it that is not known here.
      return { tone: 'idle', words: health?.status ?? '', ...detail }
  }
}

/** A deployment's health in a word, with the sentence behind it. */
export function HealthPill({ deployment }: { deployment: HealthFacts }) {
  const { tone, words, detail } = healthWords(deployment)
  return (
    <StatusPill tone={tone} title={detail}>
      {words}
    </StatusPill>
  )
}
