import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { aboutQaSession } from '../../../contract/pages/qa-pages.ts'
import type { ReviewItem } from '../../../contract/qa/reviews.ts'
import { RefusedActions } from '../../../ui/controls/refused-actions.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useApi } from '../../api.tsx'
import { reviewersQuery, reviewItemQuery, sessionQuery } from '../../objects/qa/qa-queries.ts'
import { usePageKeys } from '../../shell/keys/use-page-keys.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { useSession } from '../../shell/use-session.ts'
import { keyAction } from './judging/review-keys.ts'
import { type SessionJudging, useJudging } from './judging/use-judging.ts'
import { ReviewProblem } from './view/review-problem.tsx'
import { ReviewScreen } from './view/review-screen.tsx'
import { TooEarly } from './view/too-early.tsx'
import { WholeScreen } from './view/whole-screen.tsx'

export const handle = {
  useTitle: () => 'Review',
  section: 'qa-sessions',
  layout: 'whole',
  // What is judged, and on its way, stays from case to case.
  keeps: ({ sessionId }) => `review ${sessionId}`,
  firstReads: aboutQaSession,
} satisfies PageHandle

export function Component() {
  const sessionId = useParam('sessionId')
  const reader = useSession()
  const isUnnamed = reader?.user === null
  const { data: said, error } = useQuery({ ...reviewersQuery(useApi()), enabled: isUnnamed })
  // Where that cannot be read, what is judged is told by the server alone.
  if (!reader || (isUnnamed && !said && !error)) return <Loading />
  const as = (isUnnamed && said?.own) || null
  const reviewer = as === null ? (reader.user?.id ?? 'nobody') : `named ${as}`
  return <SessionReview key={reviewer} sessionId={sessionId} reviewer={reviewer} as={as} />
}

type SessionReviewProps = {
  sessionId: string
  /** Whose verdicts they are. */
  reviewer: string
  /** Under which name, where nobody signs in under one. */
  as: string | null
}

/** The cases of a session, one on the whole screen. */
function SessionReview({ sessionId, reviewer, as }: SessionReviewProps) {
  const api = useApi()
  const index = Number(useParam('index'))
  const judging = useJudging(sessionId, reviewer, as)
  const read = useQuery({
    ...reviewItemQuery(api, sessionId, index),
    refetchInterval: ({ state }) => (state.data?.is_ready === false ? runningMs : false),
  })
  const { data: session } = useQuery(sessionQuery(api, sessionId))
  useReadAhead(sessionId, read.data)
  useEffect(() => judging.keys.reach(index), [judging.keys, index])
  if (read.data) {
    return (
      // Whom the server gives the case may judge it, whatever their role refuses elsewhere.
      <RefusedActions value={undefined}>
        <ReviewScreen
          sessionId={sessionId}
          item={read.data}
          isClosed={session?.status === 'closed'}
          judging={judging}
        />
      </RefusedActions>
    )
  }
  if (!read.error) return <LoadingCase judging={judging} />
  return (
    <ReviewProblem error={read.error} sessionId={sessionId} onRetry={() => void read.refetch()} />
  )
}

/** How often a case is read again that has not ended. */
const runningMs = 2_000

function Loading({ isTooEarly = false }: { isTooEarly?: boolean }) {
  return (
    <WholeScreen>
      <div className="p-5">
        <Skeleton label="Loading the case" lines={8} />
      </div>
      <TooEarly isShown={isTooEarly} />
    </WholeScreen>
  )
}

/** Keys that are pressed meanwhile are heard. */
function LoadingCase({ judging }: { judging: SessionJudging }) {
  usePageKeys(keyAction, (action) => {
    if (judging.keys.press(action, null) === 'refused') judging.refuseKey()
  })
  return <Loading isTooEarly={judging.isTooEarly} />
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
