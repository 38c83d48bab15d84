import { Link } from 'react-router-dom'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { paths } from '../../../paths.ts'
import { namesInWords } from '../../session-words.ts'

type Judged = Pick<
  Session,
  'session_id' | 'status' | 'to_judge' | 'judged' | 'reviewers' | 'review_index' | 'ended_attempts'
>

/** Leads to the first case that has no verdict of whoever asks. */
export function ReviewButton({ session }: { session: Judged }) {
  const { session_id, status, to_judge, judged, reviewers, review_index, ended_attempts } = session
  const mayJudge = to_judge > 0
  const isLeft = judged > 0 && judged < to_judge
  const canJudge = status !== 'closed' && judged < to_judge && ended_attempts > 0
  const names = reviewers.length > 0 ? namesInWords(reviewers) : 'Operators'
  return (
    <Button
      variant={canJudge ? 'primary' : 'default'}
      disabledReason={mayJudge ? undefined : `${names} judge this session`}
      render={<Link to={paths.qaReview(session_id, review_index ?? 0)} />}
    >
      {isLeft ? `Review ${judged} of ${to_judge}` : 'Review'}
    </Button>
  )
}
