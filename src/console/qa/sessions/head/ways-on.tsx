import { Link } from 'react-router-dom'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { paths } from '../../../paths.ts'
import { JudgeAs } from './judge-as.tsx'
import { ReviewButton } from './review-button.tsx'

/** From a session to what it came to, and to judging it. */
export function WaysOn({ session }: { session: Session }) {
  const { session_id, status, is_hidden, is_blind } = session
  const isOpen = status === 'running' || status === 'paused'
  return (
    <>
      <Button
        disabledReason={is_hidden ? (is_blind ? whyBlind : whyLater) : undefined}
        render={<Link to={paths.qaResults(session_id)} />}
      >
        <span>Results{isOpen && <span className="max-[479px]:hidden"> so far</span>}</span>
      </Button>
      <JudgeAs session={session} />
      <ReviewButton session={session} />
    </>
  )
}

const whyBlind = 'You judge this session blind. Results are shown once it is closed.'
const whyLater = 'You judge this session. Results are shown once it is closed.'
