import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { paths } from '../../../paths.ts'
import { CloseDialog, whyNotClosed } from './close-dialog.tsx'

type CloseAndSeeProps = {
  session: Session
  /** Why it cannot be closed yet, besides how the session stands. */
  refusal?: string | undefined
}

/** After a blind review: closes the session and leads to what it came to. */
export function CloseAndSee({ session, refusal }: CloseAndSeeProps) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        acts
        variant="primary"
        disabledReason={refusal ?? whyNotClosed(session)}
        onClick={() => setIsAsking(true)}
      >
        Close and see
      </Button>
      <CloseDialog
        session={session}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onClosed={() => void navigate(paths.qaResults(session.session_id))}
      />
    </>
  )
}
