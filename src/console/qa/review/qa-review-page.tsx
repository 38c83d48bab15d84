import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReviewItem } from '../../../contract/qa/reviews.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useApi } from '../../api.tsx'
import { reviewItemQuery, sessionQuery } from '../../desk/qa-queries.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { useSession } from '../../shell/use-session.ts'
import { useDesk } from './judging/use-desk.ts'
import { ReviewProblem } from './view/review-problem.tsx'
import { ReviewScreen } from './view/review-screen.tsx'
import { WholeScreen } from './view/whole-screen.tsx'

export const handle = {
  useTitle: () => 'Review',
  section: 'qa-sessions',
  layout: 'fill',
  // What is judged, and on its way, stays from case to case.
  keeps: ({ sessionId }) => `review ${sessionId}`,
} satisfies PageHandle

export function Component() {
  const sessionId = useParam('sessionId')
  const reader = useSession()
  if (!reader) return <Loading />
  return <SessionReview sessionId={sessionId} reviewer={reader.user?.id ?? 'nobody'} />
}

type SessionReviewProps = {
  sessionId: string
  /** Whose verdicts they are. */
  reviewer: string
}

/** The cases of a session, one on the whole screen. */
function SessionReview({ sessionId, reviewer }: SessionReviewProps) {
  const api = useApi()
  const index = Number(useParam('index'))
  const desk = useDesk(sessionId, reviewer)
  const read = useQuery({
    ...reviewItemQuery(api, sessionId, index),
    refetchInterval: ({ state }) => (state.data?.is_ready === false ? runningMs : false),
  })
  const { data: session } = useQuery(sessionQuery(api, sessionId))
  useReadAhead(sessionId, read.data)
  if (read.data) {
    return (
      <ReviewScreen
        sessionId={sessionId}
        item={read.data}
        isClosed={session?.status === 'closed'}
        desk={desk}
      />
    )
  }
  if (!read.error) return <Loading />
  return (
    <ReviewProblem error={read.error} sessionId={sessionId} onRetry={() => void read.refetch()} />
  )
}

/** How often a case is read again that has not ended. */
const runningMs = 2_000

function Loading() {
  return (
    <WholeScreen>
      <div className="p-5">
        <Skeleton label="Loading the case" lines={8} />
      </div>
    </WholeScreen>
  )
}

/** The cases that come next are there before they are asked for. */
function useReadAhead(sessionId: string, item: ReviewItem | undefined): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const { next_index, next_open_index, previous_index } = item ?? {}
  useEffect(() => {
    for (const index of new Set([next_index, next_open_index, previous_index])) {
      if (index == null) continue
      void queryClient.prefetchQuery({
        ...reviewItemQuery(api, sessionId, index),
        staleTime: 60_000,
      })
    }
  }, [api, queryClient, sessionId, next_index, next_open_index, previous_index])
}
