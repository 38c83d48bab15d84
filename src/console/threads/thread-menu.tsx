import { Copy, CopyPlus, Ellipsis, Pencil, ThumbsUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { copyThread, type Thread } from '../../contract/threads.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import { copyText } from '../shell/copy-text.ts'
import { threadTitle } from '../thread-title.ts'
import { DeleteThreadDialog } from './delete-thread-dialog.tsx'
import { FeedbackSetupDialog } from './feedback-setup-dialog.tsx'
import { RenameThreadDialog } from './rename-thread-dialog.tsx'
import { whatThreadsChange } from './what-threads-change.ts'

type ThreadMenuProps = {
  thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary' | 'status'>
  deploymentId: string
  /** The thread is gone. */
  onDeleted?: () => void
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What can be done to a thread itself. */
export function ThreadMenu({ thread, deploymentId, onDeleted }: ThreadMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'feedback' | null>(null)
  const close = () => setDialog(null)
  const agent = useApi().agent(deploymentId)
  const navigate = useNavigate()
  const copying = useCall(agent, copyThread, { invalidates: () => whatThreadsChange(agent) })
  const copy = async () => {
    try {
      const made = await copying.mutateAsync({ params: { thread_id: thread.thread_id } })
      navigate(paths.thread(deploymentId, made.thread_id))
      toast.ok('This is the copy')
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : 'The thread was not copied.')
    }
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about ${threadTitle(thread)}`} size="sm">
            <Ellipsis {...iconProps} />
          </IconButton>
        }
      >
        <MenuItem acts icon={<Pencil {...iconProps} />} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <MenuItem
          icon={<Copy {...iconProps} />}
          onSelect={() => copyText(thread.thread_id, 'thread id')}
        >
          Copy id
        </MenuItem>
        <MenuItem
          acts
          icon={<CopyPlus {...iconProps} />}
          description="A new thread with the same state and history"
          onSelect={() => void copy()}
        >
          Copy thread
        </MenuItem>
        <MenuItem icon={<ThumbsUp {...iconProps} />} onSelect={() => setDialog('feedback')}>
          Feedback keys
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          acts
          tone="danger"
          icon={<Trash2 {...iconProps} />}
          onSelect={() => setDialog('delete')}
        >
          Delete
        </MenuItem>
      </Menu>
      {dialog === 'rename' && (
        <RenameThreadDialog thread={thread} deploymentId={deploymentId} onClose={close} />
      )}
      {dialog === 'feedback' && (
        <FeedbackSetupDialog
          deploymentId={deploymentId}
          onClose={close}
          // The session of the open thread asks for them from its next run on.
          onSaved={() => location.reload()}
        />
      )}
      {dialog === 'delete' && (
        <DeleteThreadDialog
          thread={thread}
          deploymentId={deploymentId}
          onClose={close}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
