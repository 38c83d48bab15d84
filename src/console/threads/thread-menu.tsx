import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from '../../contract/threads.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { copyText } from '../shell/copy-text.ts'
import { threadTitle } from '../thread-title.ts'
import { DeleteThreadDialog } from './delete-thread-dialog.tsx'
import { RenameThreadDialog } from './rename-thread-dialog.tsx'

type ThreadMenuProps = {
  thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary' | 'status'>
  deploymentId: string
  /** The thread is gone. */
  onDeleted?: () => void
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What can be done to a thread itself. */
export function ThreadMenu({ thread, deploymentId, onDeleted }: ThreadMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about ${threadTitle(thread)}`} size="sm">
            <Ellipsis {...iconProps} />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil {...iconProps} />} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <MenuItem
          icon={<Copy {...iconProps} />}
          onSelect={() => copyText(thread.thread_id, 'thread id')}
        >
          Copy id
        </MenuItem>
        <MenuSeparator />
        <MenuItem
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
