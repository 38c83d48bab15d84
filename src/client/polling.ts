import { isSettled, revisionStatuses } from '../contract/control-plane/revisions.ts'

/** Milliseconds to the next read, or false for none. */
export type PollInterval = number | false

const FASTEST_MS = 1_000
const SLOWEST_MS = 15_000
/** What cannot be told to have settled is watched for this long. */
const PATIENCE_MS = 30 * 60_000

/** Every second in the first half minute, then less and less often, down to four times a minute. */
export function pace(watchedMs: number): number {
  return Math.min(SLOWEST_MS, Math.max(FASTEST_MS, Math.round(watchedMs / 30)))
}

/** The same for half an hour. */
export function paceUntilTired(watchedMs: number): PollInterval {
  return watchedMs < PATIENCE_MS && pace(watchedMs)
}

const knownRevisionStatuses: readonly string[] = revisionStatuses.filter(
  (status) => status !== 'UNKNOWN',
)

/**
 * When to read a revision again: never once it has settled. UNKNOWN and words of a newer server may be
 * an end as well, so they are not watched for ever.
 * @param revision the last data; undefined before the first
 */
export function revisionInterval(
  revision: { status: string } | undefined,
  watchedMs: number,
): PollInterval {
  if (!revision) return pace(watchedMs)
  if (isSettled(revision)) return false
  return knownRevisionStatuses.includes(revision.status)
    ? pace(watchedMs)
    : paceUntilTired(watchedMs)
}
