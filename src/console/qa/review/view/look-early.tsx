import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lookEarly } from '../../../../contract/qa/reviews.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/later-dialogs.ts'
import { useApi, useCall } from '../../../api.tsx'
import { whatSessionsChange } from '../../../objects/qa/qa-queries.ts'
import { paths } from '../../../paths.ts'
import { useRefusal } from '../../../shell/page/use-refusal.ts'

const lineClass = 'text-ink-2 text-xs leading-4'
const hiddenWords = 'Side, revision, times and ids stay hidden until the session is closed'

/** Says what is hidden, and shows it to an operator who insists. */
export function LookEarly({ sessionId }: { sessionId: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync } = useCall(api.gateway, lookEarly)
  const [isAsked, setIsAsked] = useState(false)
  const mayLook = useRefusal('operator') === undefined
  if (!mayLook) return <p className={lineClass}>{hiddenWords}.</p>
  const look = async () => {
    await mutateAsync({ params: { session_id: sessionId } })
    for (const queryKey of whatSessionsChange(api)) {
      void queryClient.invalidateQueries({ queryKey })
    }
    navigate(paths.qaSession(sessionId))
  }
  return (
    <div className={lineClass}>
      {hiddenWords}. Looking early is kept, and stands in the report.
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
