import { CopyPlus, Ellipsis, FileDown, Pencil, Play, Printer, ThumbsUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { copyThread, getThread, type Thread } from '../../../contract/agent-server/threads.ts'
import { fillPath } from '../../../contract/endpoint.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { DeleteItem } from '../../../ui/overlay/delete-item.tsx'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { MenuList } from '../../../ui/overlay/menu-list.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { type MenuState, useMenu } from '../../../ui/overlay/use-menu.ts'
import { RowMenuButton } from '../../../ui/table/row-buttons.tsx'
import { useApi, useCall } from '../../api.tsx'
import { ObjectItems, ObjectJson, useAgentUrl } from '../../objects/object-menu.tsx'
import { threadTitle } from '../../objects/thread-title.ts'
import { paths } from '../../paths.ts'
import type { ConversationFormat } from '../save-conversation.ts'
import { whatThreadsChange } from '../what-threads-change.ts'

// Their code comes with the first one that is opened.
const DeleteThreadDialog = lazyPart(() =>
  import('./delete-thread-dialog.tsx').then((code) => code.DeleteThreadDialog),
)
const FeedbackSetupDialog = lazyPart(() =>
  import('../feedback-setup-dialog.tsx').then((code) => code.FeedbackSetupDialog),
)
const RenameThreadDialog = lazyPart(() =>
  import('./rename-thread-dialog.tsx').then((code) => code.RenameThreadDialog),
)

type ThreadMenuProps = {
  thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary' | 'status'>
  deploymentId: string
  /** The thread is gone. */
  onDeleted?: () => void
}

const iconProps = { 'aria-hidden': true, size: 14, strokeWidth: 1.8 } as const

/** What can be done to a thread itself. */
export function ThreadMenu(props: ThreadMenuProps) {
  const menu = useMenu()
  return (
    <>
      <IconButton
        {...menu.triggerProps}
        label={`More about ${threadTitle(props.thread)}`}
        size="sm"
      >
        <Ellipsis {...iconProps} />
      </IconButton>
      <ThreadActions {...props} menu={menu} />
    </>
  )
}

/** The same in a row of many: all but the button is there only once it was pressed. */
export function ThreadRowMenu(props: ThreadMenuProps) {
  const menu = useMenu()
  const wasOpened = useRef(false)
  wasOpened.current ||= menu.opened !== undefined
  return (
    <>
      <RowMenuButton label={`More about ${threadTitle(props.thread)}`} menu={menu} />
      {wasOpened.current && <ThreadActions {...props} menu={menu} />}
    </>
  )
}

function ThreadActions(props: ThreadMenuProps & { menu: MenuState }) {
  const { thread, deploymentId, onDeleted, menu } = props
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'feedback' | 'json' | null>(null)
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
  const isOpen = useLocation().pathname === paths.thread(deploymentId, thread.thread_id)
  const save = async (format: ConversationFormat) => {
    try {
      const { saveConversation } = await import('../save-conversation.ts')
      await saveConversation(agent, thread, format)
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : 'The conversation was not saved.')
    }
  }
  return (
    <>
      <MenuList menu={menu} align="end" label={undefined}>
        <MenuItem acts icon={<Pencil {...iconProps} />} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <MenuItem
          acts
          icon={<CopyPlus {...iconProps} />}
          description="A new thread with the same state and history"
          onSelect={() => void copy()}
        >
          Copy thread
        </MenuItem>
        <MenuItem
          icon={<Play {...iconProps} />}
          render={<Link to={paths.threadRuns(deploymentId, thread.thread_id)} />}
        >
          Runs
        </MenuItem>
        <MenuItem icon={<ThumbsUp {...iconProps} />} onSelect={() => setDialog('feedback')}>
          Feedback keys
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileDown {...iconProps} />} onSelect={() => void save('markdown')}>
          Save as Markdown
        </MenuItem>
        <MenuItem
          icon={<FileDown {...iconProps} />}
          description="The whole state, with every message"
          onSelect={() => void save('json')}
        >
          Save as JSON
        </MenuItem>
        {isOpen && (
          // After the menu is gone from the page.
          <MenuItem icon={<Printer {...iconProps} />} onSelect={() => setTimeout(() => print())}>
            Print
          </MenuItem>
        )}
        <MenuSeparator />
        <ThreadItems
          threadId={thread.thread_id}
          deploymentId={deploymentId}
          onShowJson={() => setDialog('json')}
        />
        <MenuSeparator />
        <DeleteItem acts onSelect={() => setDialog('delete')}>
          Delete
        </DeleteItem>
      </MenuList>
      {dialog === 'rename' && (
        <RenameThreadDialog thread={thread} deploymentId={deploymentId} onClose={close} />
      )}
      {dialog === 'json' && <ObjectJson noun="thread" value={thread} onClose={close} />}
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

type ThreadItemsProps = { threadId: string; deploymentId: string; onShowJson: () => void }

function ThreadItems({ threadId, deploymentId, onShowJson }: ThreadItemsProps) {
  return (
    <ObjectItems
      noun="thread"
      id={threadId}
      url={useAgentUrl(deploymentId)(fillPath(getThread.path, { thread_id: threadId }))}
      to={paths.thread(deploymentId, threadId)}
      onShowJson={onShowJson}
    />
  )
}
