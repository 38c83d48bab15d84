import type { RevisionFigures } from '../../../../contract/control-plane/revision-figures.ts'

/** Of fewer runs than this nothing is said. */
const fewest = 10
/** Below this the difference is not worth a word. */
const leastTimes = 1.3

/**
 * How many times longer half of a revision's runs took than those of the one before it that had enough runs to say;
 * null where it is no slower.
 * @param before the figures of earlier revisions, the newest first
 */
export function slowdown(
  figures: RevisionFigures,
  before: readonly (RevisionFigures | undefined)[],
): { times: number; than: string } | null {
  const earlier = before.find((one) => one && saysSomething(one))
  if (!earlier || !saysSomething(figures)) return null
  const times = (figures.p50_seconds ?? 0) / (earlier.p50_seconds ?? 1)
  return times >= leastTimes ? { times, than: earlier.revision_id } : null
}

function saysSomething({ ended, p50_seconds }: RevisionFigures): boolean {
  return (ended ?? 0) >= fewest && (p50_seconds ?? 0) > 0
}
