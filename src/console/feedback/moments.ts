import type { Revision } from '../../contract/control-plane/revisions.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `2030-01-31` as “31 Jan”. */
export function dayText(day: string): string {
  const [, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]}`
}

/**
 * When revisions went live, oldest first; only servers that keep the statuses of a rollout tell. One without traffic
 * never does: what it is promoted to is a revision of its own.
 */
export function wentLive(revisions: readonly Revision[]): { id: string; at: number }[] {
  return revisions
    .flatMap(({ id, status_history, without_traffic }) => {
      const live = without_traffic
        ? undefined
        : status_history?.find(({ status }) => status === 'DEPLOYED')
      return live ? [{ id, at: Date.parse(live.at) }] : []
    })
    .sort((a, b) => a.at - b.at)
}
