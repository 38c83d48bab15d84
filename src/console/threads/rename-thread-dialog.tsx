import { type FormEvent, useState } from 'react'
import { patchThread, type Thread } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { DialogActions, DialogCancel } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/page/note.tsx'
import { useApi, useCall } from '../api.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { whatThreadsChange } from './what-threads-change.ts'

type RenameThreadDialogProps = {
  thread: Pick<Thread, 'thread_id' | 'metadata' | 'summary'>
  deploymentId: string
  onClose: () => void
}

/** Gives a thread a title, kept as `title` in its metadata; an empty one lets its first message name it. */
export function RenameThreadDialog({ thread, deploymentId, onClose }: RenameThreadDialogProps) {
  const agent = useApi().agent(deploymentId)
  const [first] = useState(() => threadTitle(thread))
  const [title, setTitle] = useState(first)
  const patch = useCall(agent, patchThread, { invalidates: () => whatThreadsChange(agent) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    patch.mutate(
      { params: { thread_id: thread.thread_id }, body: { metadata: { title: title.trim() } } },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Rename this thread"
      isLocked={patch.isPending}
      isDirty={title !== first}
    >
      <form onSubmit={submit}>
        <Field label="Title" hint="Empty: the first message names it.">
          <TextInput
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            onFocus={(event) => event.target.select()}
            maxLength={200}
            autoComplete="off"
          />
        </Field>
        {patch.error && (
          <div className="mt-3">
            <Note tone="bad">{patch.error.message}</Note>
          </div>
        )}
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={patch.isPending}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  )
}
