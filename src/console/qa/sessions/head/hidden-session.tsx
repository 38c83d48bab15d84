import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { lookEarly } from '../../../../contract/qa/reviews.ts'
import type { Session } from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/later-dialogs.ts'
import { Card } from '../../../../ui/page/card.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { useApi, useCall } from '../../../api.tsx'
import { whatSessionsChange } from '../../../objects/qa/qa-queries.ts'
import { useRefusal } from '../../../shell/page/use-refusal.ts'
import { CloseAndSee } from './close-and-see.tsx'

/** Stands in place of targets and grid for whoever judges the session blind, and for reviewers until it is closed. */
export function HiddenSession({ session }: { session: Session }) {
  const { session_id, is_blind, to_judge, judged } = session
  const api = useApi()
  const mayLook = useRefusal('operator') === undefined
  const isJudged = to_judge > 0 && judged >= to_judge
  const [isAsking, setIsAsking] = useState(false)
  const look = useCall(api.gateway, lookEarly, { invalidates: () => whatSessionsChange(api) })
  return (
    <Card>
      <EmptyState
        icon={<EyeOff aria-hidden size={24} strokeWidth={1.5} />}
        title={is_blind ? 'You judge this session blind' : 'You judge this session'}
        action={
          is_blind &&
          mayLook &&
          (isJudged ? (
            <CloseAndSee session={session} />
          ) : (
            <Button onClick={() => setIsAsking(true)}>Look early…</Button>
          ))
        }
      >
        {is_blind
          ? 'Targets, attempts, results, threads and runs stay hidden from you until the session is closed, so that nothing tells which answer came from which target.'
          : 'Targets, attempts and results are shown once the session is closed, so that nothing but the answers speaks to you.'}
      </EmptyState>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Look before the session is closed?"
        consequence="From now on you see which answer came from which target. That you looked is kept, and stands in the report beside your verdicts."
        confirmLabel="Look early"
        onConfirm={() => look.mutateAsync({ params: { session_id } })}
      />
    </Card>
  )
}
