import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { useApi } from '../../../api.tsx'
import { reviewItemQuery } from '../../../desk/qa-queries.ts'
import { paths } from '../../../paths.ts'
import { namesInWords } from '../session-words.ts'

type ReviewButtonProps = {
  session: Session
  /** The place of the first case. */
  firstIndex: number
}

/** Leads to the first case that has no verdict of whoever asks. */
export function ReviewButton({ session, firstIndex }: ReviewButtonProps) {
  const { session_id, status, to_judge, judged, reviewers } = session
  const mayJudge = to_judge > 0
  const isLeft = judged > 0 && judged < to_judge
  // Only the first case tells where to go on; whoever has judged nothing, or all, begins there.
  const { data: first } = useQuery({
    ...reviewItemQuery(useApi(), session_id, firstIndex),
    enabled: mayJudge && isLeft,
    retry: false,
  })
  const index = first?.verdict ? (first.next_open_index ?? firstIndex) : firstIndex
  return (
    <Button
      variant={status !== 'closed' && judged < to_judge ? 'primary' : 'default'}
      disabledReason={mayJudge ? undefined : `${namesInWords(reviewers)} judge this session`}
      render={<Link to={paths.qaReview(session_id, index)} />}
    >
      {isLeft ? `Review ${judged} of ${to_judge}` : 'Review'}
    </Button>
  )
}
