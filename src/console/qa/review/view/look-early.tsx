import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lookEarly } from '../../../../contract/qa/reviews.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/later-dialogs.ts'
import { useApi, useCall } from '../../../api.tsx'
import { whatSessionsChange } from '../../../desk/qa-queries.ts'
import { paths } from '../../../paths.ts'

/** Says what is hidden, and shows it to whoever insists. */
export function LookEarly({ sessionId }: { sessionId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync } = useCall(api.gateway, lookEarly)
  const [isAsked, setIsAsked] = useState(false)
  const look = async () => {
    await mutateAsync({ params: { session_id: sessionId } })
    for (const queryKey of whatSessionsChange(api)) {
      void queryClient.invalidateQueries({ queryKey })
    }
    navigate(paths.qaSession(sessionId))
  }
  return (
    <div className="text-ink-2 text-xs leading-4">
      Side, revision, times and ids stay hidden until the session is closed. Looking early is kept,
      and stands in the report.
      <div className="-ml-[11px]">
        <Button
          acts
          size="sm"
          variant="ghost"
          className="text-accent!"
          onClick={() => setIsAsked(true)}
        >
          Look early
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          isOpen
          onClose={() => setIsAsked(false)}
          title="Look which is which?"
          consequence="From now on you see the targets of this session. That you looked is kept and stands in the report; it cannot be taken back."
          confirmLabel="Look"
          onConfirm={look}
        />
      )}
    </div>
  )
}
