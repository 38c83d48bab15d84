import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ComponentCode } from '../../../client/load-component.ts'
import { getAttemptComponents, getReviewComponents } from '../../../contract/qa/component-code.ts'
import type { ReviewSide } from '../../../contract/qa/reviews.ts'
import { query, useApi } from '../../api.tsx'

/** What the components of a transcript are drawn with. */
export interface ComponentSource {
  /** Reads what draws them, once. Rejects with the ApiError of a server that has not kept it. */
  readonly load: () => Promise<ComponentCode>
  /** The values that the thread had at the end. */
  readonly values: unknown
}

type Values = ReviewSide['state']

/** Of an attempt. */
export function useAttemptSource(
  session_id: string,
  attempt_id: string,
  values: Values,
): ComponentSource {
  const { gateway } = useApi()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const params = { session_id, attempt_id }
    const read = { ...query(gateway, getAttemptComponents, { params }), staleTime: Infinity }
    return { load: () => queryClient.fetchQuery(read), values }
  }, [gateway, queryClient, session_id, attempt_id, values])
}

/** Of a side of a case, as the reader sees it. */
export function useSideSource(
  session_id: string,
  index: number,
  side: 'a' | 'b',
  values: Values,
): ComponentSource {
  const { gateway } = useApi()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const params = { session_id, index: String(index), side }
    const read = { ...query(gateway, getReviewComponents, { params }), staleTime: Infinity }
    return { load: () => queryClient.fetchQuery(read), values }
  }, [gateway, queryClient, session_id, index, side, values])
}
