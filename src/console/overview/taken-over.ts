import type { Rollout } from '../../contract/control-plane/rollouts.ts'
import { formatExactTime } from '../../ui/format/format-time.ts'

/** When revisions took the traffic over, by the deployment's id; in milliseconds since 1970, newest first. */
export function marksOf(rollouts: readonly Rollout[]): ReadonlyMap<string, readonly number[]> {
  const marks = new Map<string, number[]>()
  for (const { deployment_id, status_at } of rollouts) {
    marks.set(deployment_id, [...(marks.get(deployment_id) ?? []), Date.parse(status_at)])
  }
  return marks
}

/** “2 revisions took over”. */
export function takenOverText(marks: readonly number[]): string {
  return marks.length === 1 ? 'A revision took over' : `${marks.length} revisions took over`
}

/** As `takenOverText`, with when: of many with the first and the last moment. */
export function takenOverTitle(marks: readonly number[]): string {
  const [first = 0, last = 0] = [Math.min(...marks), Math.max(...marks)]
  const when = marks.length === 1 ? '' : `${formatExactTime(first)} to `
  return `${takenOverText(marks)} ${when}${formatExactTime(last)}`
}

/** What the marks in the courses are, and how many are not there because the server tells only the newest. */
export function marksLegend(told: number, total: number | undefined): string {
  if (total === undefined || total <= told) return 'a revision took over'
  const [shown, all] = [told, total].map((count) => count.toLocaleString('en'))
  return `a revision took over (the newest ${shown} of ${all})`
}
