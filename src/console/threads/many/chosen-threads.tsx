import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useApi } from '../../api.tsx'
import { startManyJob } from '../../lists/selection/many-job.ts'
import { SelectionBar } from '../../lists/selection/selection-bar.tsx'
import type { ChosenRows } from '../../lists/selection/selection-tools.tsx'
import { useManyJob } from '../../lists/selection/use-many-job.tsx'
import { threadTitle } from '../../objects/thread-title.ts'
import type { ListedThread } from '../thread-columns.tsx'
import { saveMany } from './save-many.ts'
import { useDeleteMany } from './use-delete-many.ts'

const shownTitles = 5

type ChosenThreadsProps = {
  chosen: ChosenRows<ListedThread>
  /** Whose threads they are, where a thread does not say so itself. */
  deploymentId: string | null
}

/** What can be done with chosen threads: keep a copy of them in a file, delete them. */
export function ChosenThreads({ chosen: of, deploymentId }: ChosenThreadsProps) {
  const api = useApi()
  const job = useManyJob()
  // The question is about what was chosen when it was asked, whatever goes from the list meanwhile.
  const [asked, setAsked] = useState<readonly ListedThread[] | null>(null)
  const chosen = asked ?? of.rows
  const placeOf = (thread: ListedThread) => thread.deployment_id ?? deploymentId ?? ''
  const begin = useDeleteMany(placeOf)
  const items = chosen.map((item) => ({ key: item.thread_id, name: threadTitle(item), item }))
  const count = `${chosen.length} ${chosen.length === 1 ? 'thread' : 'threads'}`
  const busy = chosen.filter(({ status }) => status === 'busy').length
  const remove = async () => {
    const { act, finish } = begin()
    job.show(startManyJob(items, { doing: 'Deleting threads', done: 'deleted' }, act, finish))
  }
  const save = () => {
    const { act, finish } = saveMany((thread) => api.agent(placeOf(thread)))
    job.show(startManyJob(items, { doing: 'Reading threads', done: 'saved' }, act, finish))
  }
  return (
    <>
      <SelectionBar chosen={of}>
        <Button onClick={save}>Save as JSON</Button>
        <Button acts variant="danger" onClick={() => setAsked(of.rows)}>
          Delete…
        </Button>
      </SelectionBar>
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          title={`Delete ${count}?`}
          consequence={
            <>
              <ul className="list-disc pl-5">
                {items.slice(0, shownTitles).map(({ key, name }) => (
                  <li key={key} className="truncate">
                    {name}
                  </li>
                ))}
              </ul>
              {items.length > shownTitles && <p>and {items.length - shownTitles} more.</p>}
              <p className="mt-2">
                Their messages, runs and checkpoints are deleted with them
                {busy > 0 && ', and the runs that work on them are stopped'}. For 30 seconds they
                can be brought back.
              </p>
            </>
          }
          confirmLabel={`Delete ${count}`}
          onConfirm={remove}
        />
      )}
      {job.window}
    </>
  )
}
