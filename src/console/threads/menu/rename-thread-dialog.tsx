import { useState } from 'react'
import { patchThread, type Thread } from '../../../contract/agent-server/threads.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { useApi, useCall } from '../../api.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { threadTitle } from '../../objects/thread-title.ts'
import { whatThreadsChange } from '../what-threads-change.ts'

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
  const submit = () =>
    patch.mutate(
      { params: { thread_id: thread.thread_id }, body: { metadata: { title: title.trim() } } },
      { onSuccess: onClose },
    )
  return (
    <FormDialog
      title="Rename this thread"
      onClose={onClose}
      isDirty={title !== first}
      isPending={patch.isPending}
      error={patch.error}
      submitLabel="Rename"
      onSubmit={submit}
    >
      <Field label="Title" hint="Empty: the first message names it.">
        <TextInput
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.target.select()}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
