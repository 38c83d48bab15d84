import type { Thread } from '../../../contract/agent-server/threads.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useApi } from '../../api.tsx'
import { useDeletion } from '../../objects/deletions.ts'
import { threadTitle } from '../../objects/thread-title.ts'
import { deletedHere } from '../deleted-here.ts'
import { whatThreadsChange } from '../what-threads-change.ts'

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
  const remove = useDeletion(
    'thread',
    () => whatThreadsChange(agent),
    (id) => deletedHere.delete(id),
  )
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
            {thread.status === 'busy' && ', and the run that works on it is stopped'}. For 30
            seconds it can be brought back.
          </p>
        </>
      }
      confirmLabel="Delete thread"
      onConfirm={async () => {
        const { thread_id } = thread
        deletedHere.add(thread_id)
        await remove({ id: thread_id, name: 'the thread', deploymentId })
        onDeleted?.()
      }}
    />
  )
}
