import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Deployment, listDeployments } from '../../../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { queryKey, useApi } from '../../../api.tsx'
import { type ManyWords, startManyJob } from '../../../lists/selection/many-job.ts'
import { SelectionBar } from '../../../lists/selection/selection-bar.tsx'
import type { ChosenRows } from '../../../lists/selection/selection-tools.tsx'
import { useManyJob } from '../../../lists/selection/use-many-job.tsx'
import { whatRevisionsChange } from '../../queries.ts'
import type { ListedDeployment } from '../deployment-list.ts'
import {
  type ActOnDeployment,
  deleteOne,
  redeployOne,
  stopPreviewsOf,
} from './act-on-deployment.ts'

const shownNames = 10

type Items = readonly { key: string; name: string; item: Deployment }[]

/** What can be done with chosen deployments: redeploy them, stop their previews, delete them. */
export function ChosenDeployments({ chosen }: { chosen: ChosenRows<ListedDeployment> }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const job = useManyJob()
  // A question is about what was chosen when it was asked, whatever goes from the list meanwhile.
  const [asked, setAsked] = useState<{ what: 'redeploy' | 'delete'; items: Items } | null>(null)
  const close = () => setAsked(null)
  const now = chosen.rows.map(({ deployment }) => ({
    key: deployment.id,
    name: deployment.name,
    item: deployment,
  }))
  const { what, items } = asked ?? { what: null, items: now }
  const [first] = items
  const count = `${items.length} ${items.length === 1 ? 'deployment' : 'deployments'}`
  const start = (words: ManyWords, act: ActOnDeployment) => {
    const onEnd = () => {
      const keys = items.flatMap(({ key }) => whatRevisionsChange(api, key))
      for (const key of [queryKey(api.controlPlane, listDeployments), ...keys]) {
        void queryClient.invalidateQueries({ queryKey: key })
      }
    }
    job.show(startManyJob(items, words, (deployment) => act(api, deployment), onEnd))
  }
  return (
    <>
      <SelectionBar chosen={chosen}>
        <Button acts onClick={() => setAsked({ what: 'redeploy', items: now })}>
          Redeploy…
        </Button>
        <Button
          acts
          disabledReason={
            searchesRuns(api.connection) ? undefined : 'This server runs nothing without traffic'
          }
          onClick={() => start({ doing: 'Stopping previews', done: 'done' }, stopPreviewsOf)}
        >
          Stop previews
        </Button>
        <Button acts variant="danger" onClick={() => setAsked({ what: 'delete', items: now })}>
          Delete…
        </Button>
      </SelectionBar>
      {what === 'redeploy' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Redeploy ${count}?`}
          consequence={
            <>
              <Names names={items.map(({ name }) => name)} />
              <p className="mt-2">
                For each a new revision starts with the commit, configuration and secrets of the one
                that serves, or of the latest where none does. What serves now goes on until it is
                deployed.
              </p>
            </>
          }
          confirmLabel={`Redeploy ${count}`}
          tone="primary"
          onConfirm={async () =>
            start({ doing: 'Starting rollouts', done: 'started' }, redeployOne)
          }
        />
      )}
      {what === 'delete' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Delete ${count}?`}
          consequence={
            <>
              <Names names={items.map(({ name }) => name)} />
              <p className="mt-2">
                Their agents stop answering at once. Their revisions, builds, logs, threads, runs
                and feedback are deleted, and none of that can be brought back.
              </p>
            </>
          }
          typedName={items.length === 1 && first ? first.name : `delete ${count}`}
          confirmLabel={`Delete ${count}`}
          onConfirm={async () =>
            start({ doing: 'Deleting deployments', done: 'deleted' }, deleteOne)
          }
        />
      )}
      {job.window}
    </>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <>
      <ul className="list-disc pl-5">
        {names.slice(0, shownNames).map((name) => (
          <li key={name} className="truncate text-ink">
            {name}
          </li>
        ))}
      </ul>
      {names.length > shownNames && <p>and {names.length - shownNames} more.</p>}
    </>
  )
}
