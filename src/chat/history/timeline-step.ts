import type { Step } from '../../contract/agent-server/steps/steps-of-run.ts'

/** A step as a timeline draws it; null where its times are not known. */
export function timelineStep({ key, node, status, startedAt, endedAt, isAtMost = false }: Step) {
  if (startedAt === null || (endedAt === null && status !== 'running')) return null
  return {
    id: key,
    name: node,
    startMs: startedAt,
    endMs: endedAt,
    hasFailed: status === 'failed',
    isCut: status === 'cut',
    isAtMost,
  }
}
