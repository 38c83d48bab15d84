import { type ReactNode, useState } from 'react'
import type { Transport } from '../../../client/api.ts'
import type { CancelAction, Run } from '../../../contract/agent-server/runs.ts'
import { refusalOf } from '../../../contract/gateway/connections.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useApi } from '../../api.tsx'
import { type CancelTarget, startCancelJob } from './cancel-job.ts'
import type { AgentOf } from './cancel-many.ts'
import { LeftJobButton, type ShownJob, sayEnd } from './left-job.tsx'

const CancelAllDialog = lazyPart(() =>
  import('./cancel-all-dialog.tsx').then((code) => code.CancelAllDialog),
)
const CancelChosenDialog = lazyPart(() =>
  import('./cancel-chosen-dialog.tsx').then((code) => code.CancelChosenDialog),
)
const CancelJobDialog = lazyPart(() =>
  import('./cancel-job-dialog.tsx').then((code) => code.CancelJobDialog),
)

interface CancelMany {
  agentOf: AgentOf
  /** The one deployment that the list is of; absent where it is of several: all of them are not cancelled at once. */
  deployment?: { agent: Transport; name: string }
  /** The active runs that are known. */
  active: readonly Run[]
  /** What the thread of a run is called; null where it is not known. */
  titleOf: (threadId: string) => string | null
  /** A cancel has been carried out; runs, threads and states may have changed. */
  onDone: () => void
}

type Asking =
  | { kind: 'chosen'; action: CancelAction; runs: readonly Run[] }
  | { kind: 'all'; seen: readonly string[] }
  | null

/**
 * Stops many runs: asks first, shows how far it is, and tells of each what became of it.
 * @returns `ask` for chosen ones, and what belongs beside the page's name: all of the deployment, a job that was left,
 *   the windows
 */
export function useCancelMany(props: CancelMany): {
  ask: (action: CancelAction, runs: readonly Run[]) => void
  action: ReactNode
} {
  const { agentOf, deployment, active, titleOf, onDone } = props
  const { connection } = useApi()
  const [asking, setAsking] = useState<Asking>(null)
  const [shown, setShown] = useState<ShownJob | null>(null)
  const bulkRefusal = refusalOf(connection, 'bulk_cancel')
  const start = (target: CancelTarget, action: CancelAction) => {
    setAsking(null)
    setShown({
      job: startCancelJob(agentOf, target, action, { isOneByOne: bulkRefusal !== null, onDone }),
      isOpen: true,
    })
  }
  const leave = ({ job }: ShownJob) =>
    setShown(job.getSnapshot().isDone ? null : { job, isOpen: false, unsay: sayEnd(job) })
  const comeBack = ({ job, unsay }: ShownJob) => {
    unsay?.()
    setShown({ job, isOpen: true, unsay })
  }
  return {
    ask: (action, runs) => setAsking({ kind: 'chosen', action, runs }),
    action: (
      <div className="flex flex-wrap justify-end gap-2 empty:hidden max-[599px]:contents">
        {shown?.unsay && <LeftJobButton job={shown.job} onOpen={() => comeBack(shown)} />}
        {deployment && (
          <Button
            acts
            disabledReason={bulkRefusal ?? undefined}
            onClick={() =>
              setAsking({
                kind: 'all',
                seen: [...new Set(active.map(({ thread_id }) => thread_id))],
              })
            }
          >
            Cancel all…
          </Button>
        )}
        {asking?.kind === 'chosen' && (
          <CancelChosenDialog
            runs={asking.runs}
            action={asking.action}
            onClose={() => setAsking(null)}
            onConfirm={() => start({ kind: 'chosen', runs: asking.runs }, asking.action)}
          />
        )}
        {deployment && asking?.kind === 'all' && (
          <CancelAllDialog
            agent={deployment.agent}
            deploymentName={deployment.name}
            seen={asking.seen}
            rollbackRefusal={refusalOf(connection, 'rollback')}
            onClose={() => setAsking(null)}
            onConfirm={(status, action, known) =>
              start({ kind: 'status', agent: deployment.agent, status, known }, action)
            }
          />
        )}
        {shown?.isOpen && (
          <CancelJobDialog job={shown.job} titleOf={titleOf} onClose={() => leave(shown)} />
        )}
      </div>
    ),
  }
}
