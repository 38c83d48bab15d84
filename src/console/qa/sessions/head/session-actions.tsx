import { Gauge, Lock, Pause, Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fillPath } from '../../../../contract/endpoint.ts'
import {
  changeSession,
  getQaSession,
  listSessions,
  type Session,
  type SessionAction,
} from '../../../../contract/qa/sessions.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { DeleteItem } from '../../../../ui/overlay/delete-item.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../../../ui/overlay/more-menu.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../../../api.tsx'
import { useDeletion } from '../../../objects/deletions.ts'
import { useGatewayRead, useObjectMenu } from '../../../objects/object-menu.tsx'
import { whatSessionsChange } from '../../../objects/qa/qa-queries.ts'
import { paths } from '../../../paths.ts'
import { CapsDialog } from './caps-dialog.tsx'
import { CloseDialog, whyNotClosed } from './close-dialog.tsx'
import { WaysOn } from './ways-on.tsx'

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

type SessionActionsProps = {
  session: Session
  /** How many attempts did not pass; null where it is not told. */
  failedCount: number | null
}

/** What can be done with a session, by how it stands. */
export function SessionActions({ session, failedCount }: SessionActionsProps) {
  const { session_id, status, status_reason } = session
  const api = useApi()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'cancel' | 'caps' | 'close' | 'delete' | null>(null)
  const change = useCall(api.gateway, changeSession, {
    invalidates: () => whatSessionsChange(api),
  })
  const remove = useDeletion('session', () => [queryKey(api.gateway, listSessions)])
  const url = useGatewayRead()(fillPath(getQaSession.path, { session_id }))
  const { items, dialog } = useObjectMenu({
    noun: 'session',
    id: session_id,
    ...url,
    to: paths.qaSession(session_id),
    value: session,
  })
  const act = (action: SessionAction, said: string) =>
    change.mutate(
      { params: { session_id, action } },
      { onSuccess: () => toast.ok(said), onError: (error) => toast.bad(error.message) },
    )
  const cancel = async () => {
    await change.mutateAsync({ params: { session_id, action: 'cancel' } })
    toast.ok('Cancelled the session')
  }
  const isOpen = status === 'running' || status === 'paused'
  return (
    <>
      {status === 'running' && (
        <Button acts isPending={change.isPending} onClick={() => act('pause', 'Paused')}>
          <Pause {...icon} className="max-[479px]:hidden" />
          Pause
        </Button>
      )}
      {/* Under a cap that is reached it would stop again: the ways on stand beside the cap. */}
      {status === 'paused' && !status_reason && (
        <Button acts isPending={change.isPending} onClick={() => act('resume', 'Goes on')}>
          <Play {...icon} className="max-[479px]:hidden" />
          Resume
        </Button>
      )}
      {isOpen && (
        <Button acts variant="danger" onClick={() => setAsked('cancel')}>
          Cancel
        </Button>
      )}
      <WaysOn session={session} />
      <MoreMenu label="More about this session">
        <MenuItem
          acts
          icon={<RotateCcw {...icon} />}
          disabledReason={whyNotAgain(session, failedCount)}
          description="What they were before stays."
          onSelect={() => act('run_failed_again', 'Runs what failed again')}
        >
          Run failed again
        </MenuItem>
        <MenuItem
          acts
          icon={<Gauge {...icon} />}
          disabledReason={status === 'closed' ? 'It is closed' : undefined}
          description="Tokens, seconds, attempts at once."
          onSelect={() => setAsked('caps')}
        >
          Limits…
        </MenuItem>
        <MenuItem
          acts
          icon={<Lock {...icon} />}
          disabledReason={whyNotClosed(session)}
          description="Judging is over."
          onSelect={() => setAsked('close')}
        >
          Close…
        </MenuItem>
        <MenuSeparator />
        {items}
        <MenuSeparator />
        <DeleteItem
          acts
          disabledReason={status === 'running' ? 'Cancel or pause it first' : undefined}
          onSelect={() => setAsked('delete')}
        />
      </MoreMenu>
      {dialog}
      {asked === 'caps' && <CapsDialog session={session} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        isOpen={asked === 'cancel'}
        onClose={() => setAsked(null)}
        title="Cancel this session?"
        consequence="What is at work is stopped, and what waits is not tried. What has ended stays and can be judged; “Run failed again” tries the rest."
        confirmLabel="Cancel session"
        cancelLabel="Keep running"
        onConfirm={cancel}
      />
      <CloseDialog session={session} isOpen={asked === 'close'} onClose={() => setAsked(null)} />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        title="Delete this session?"
        consequence={`“${session.name}” goes with its attempts, verdicts and what was decided on it. Threads on the servers stay. For 30 seconds it can be brought back.`}
        confirmLabel="Delete session"
        onConfirm={async () => {
          await remove({ id: session_id, name: `“${session.name}”` })
          void navigate(paths.qaSessions(), { replace: true })
        }}
      />
    </>
  )
}

function whyNotAgain({ status }: Session, failedCount: number | null): string | undefined {
  if (status === 'running') return 'Once it has ended, or is paused'
  if (status === 'closed') return 'The session is closed'
  return failedCount === 0 ? 'Nothing has failed' : undefined
}
