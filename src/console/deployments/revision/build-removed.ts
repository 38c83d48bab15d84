import { useInfiniteQuery } from '@tanstack/react-query'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { formatDuration } from '../../../ui/format/format-duration.ts'
import { useApi } from '../../api.tsx'
import { revisionsQuery } from '../queries.ts'
import { usualDurations } from './usual-durations.ts'

/** A build that takes less than this is not worth a word, in milliseconds. */
const leastMs = 1_000

/**
 * What deploying a revision again takes whose build was removed, in a sentence; null where a build is kept, or the
 * server does not tell.
 * @param usualMs how long a build of the deployment usually takes, where that is known.
 */
export function buildRemovedText(
  { has_build, has_archive }: Pick<Revision, 'has_build' | 'has_archive'>,
  usualMs: number | undefined,
): string | null {
  if (has_build !== false) return null
  if (has_archive === false)
    return 'Its build and its archive were removed to make room for newer ones.'
  const isKnown = usualMs !== undefined && usualMs >= leastMs
  const usually = isKnown ? `, which usually takes ${formatDuration(usualMs)}` : ''
  return `Its build was removed to make room for newer ones. To deploy it again it is built first${usually}.`
}

/** As `buildRemovedText`, by what is known of the deployment's rollouts. */
export function useBuildRemoved(deploymentId: string): (revision: Revision) => string | null {
  const pages = useInfiniteQuery(revisionsQuery(useApi(), deploymentId)).data?.pages ?? []
  const { steps } = usualDurations(pages.flatMap((page) => page.resources))
  return (revision) => buildRemovedText(revision, steps.get('building'))
}
