import { deleteThread, type Thread } from '../../contract/agent-server/threads.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { whatThreadsChange } from './what-threads-change.ts'

type DeleteThreadDialogProps = {
  thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary' | 'status'>
  deploymentId: string
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

/** Asks before a thread is deleted with all that belongs to it. */
export function DeleteThreadDialog(props: DeleteThreadDialogProps) {
  const { thread, deploymentId, onClose, onDeleted } = props
  const agent = useApi().agent(deploymentId)
  const remove = useCall(agent, deleteThread, { invalidates: () => whatThreadsChange(agent) })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete this thread?"
      consequence={
        <>
          <p className="line-clamp-3 break-words">“{threadTitle(thread)}”</p>
          <p className="mt-2">
            Its messages, runs and checkpoints are deleted with it
            {thread.status === 'busy' && ', and the run that works on it is stopped'}. This cannot
            be undone.
          </p>
        </>
      }
      confirmLabel="Delete thread"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { thread_id: thread.thread_id } })
        toast.ok('The thread is deleted')
        onDeleted?.()
      }}
    />
  )
}
