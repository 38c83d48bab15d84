import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { afterPaint } from '../../../ui/page/after-paint.ts'
import { useApi } from '../../api.tsx'
import { decisionsQuery } from './qa-queries.ts'

/**
 * What was decided last about a revision or, where nobody decided about it, about what it repeats.
 * @param repeats the revisions that it repeats, the nearest first: it is what they are
 * @returns the decision, and which of them it was about (null: the revision itself); null where nobody decided
 */
export function useDecisionAbout(
  deploymentId: string,
  revisionId: string,
  repeats: readonly string[],
) {
  const about = useDecisions(deploymentId)
  const of = [revisionId, ...repeats].find((id) => about(id))
  const decided = about(of)
  return decided && of ? { decided, repeated: of === revisionId ? null : of } : null
}

/** What was decided about a deployment's revisions, read once the page is painted: finds the last decision about one. */
export function useDecisions(deploymentId: string) {
  const api = useApi()
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => setIsPainted(true)), [])
  const { data = [] } = useQuery({
    ...decisionsQuery(api, api.connection.id, deploymentId),
    enabled: isPainted,
  })
  return (revisionId: string | null | undefined) =>
    revisionId ? data.find(({ revision_id }) => revision_id === revisionId) : undefined
}
