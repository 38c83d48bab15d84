import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { rolloutSteps } from './rollout-steps.ts'

/** How long the steps of a rollout, by their ids, and the whole of it usually take; milliseconds. */
export interface UsualDurations {
  steps: ReadonlyMap<string, number>
  total: number | null
}

/** Of fewer than these nothing can be called usual. */
const least = 2

/** The medians over the rollouts that succeeded, of those revisions whose server keeps a history. */
export function usualDurations(revisions: readonly Revision[]): UsualDurations {
  const steps = new Map<string, number[]>()
  const totals: number[] = []
  for (const revision of revisions) {
    if (revision.status !== 'DEPLOYED') continue
    const rollout = rolloutSteps(revision)
    for (const { id, start, end } of rollout) {
      if (!start || !end) continue
      steps.set(id, [...(steps.get(id) ?? []), Date.parse(end) - Date.parse(start)])
    }
    const begun = revision.status_history?.[0]?.at
    const done = rollout.at(-1)?.start
    if (begun && done) totals.push(Date.parse(done) - Date.parse(begun))
  }
  const known = [...steps].filter(([, durations]) => durations.length >= least)
  return {
    steps: new Map(known.map(([id, durations]) => [id, median(durations)])),
    total: totals.length >= least ? median(totals) : null,
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
