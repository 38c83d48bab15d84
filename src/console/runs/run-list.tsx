import { Play } from 'lucide-react'
import { useMemo } from 'react'
import type { Run } from '../../contract/agent-server/runs.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useApi } from '../api.tsx'
import { LongListPage, type LongListPageProps } from '../lists/long-list-page.tsx'
import { FirstStep } from '../objects/first-step.tsx'
import { useCancelMany } from './cancel/use-cancel-many.tsx'
import { type ListedRun, runColumns } from './run-columns.tsx'
import { listAddress } from './walk/walked-list.ts'

const ChosenRuns = lazyPart(() => import('./many/chosen-runs.tsx').then((code) => code.ChosenRuns))
const runIdOf = ({ run }: ListedRun) => run.run_id
const nameOf = ({ run }: ListedRun) => shortId(run.run_id)

type RunListProps = Pick<
  LongListPageProps<ListedRun>,
  | 'title'
  | 'url'
  | 'filters'
  | 'filterRow'
  | 'controls'
  | 'searched'
  | 'total'
  | 'count'
  | 'read'
  | 'everyMs'
  | 'more'
> & {
  /** Whose runs; null for those of all deployments. */
  deployment: { id: string; name: string } | null
  /** What views filter by, besides the filters. */
  also: readonly string[]
  rows: readonly ListedRun[]
  /** The active runs that are known; undefined until some have been read. */
  active: readonly Run[] | undefined
  /** How many are active, and of which; undefined until some have been read. */
  activeText: string | undefined
  /** Whose a thread is. */
  deploymentOf: (threadId: string) => string
  /** What a thread is called; null where it is not known. */
  titleOf: (threadId: string) => string | null
  /** Runs, threads and states may have changed. */
  onChanged: () => void
}

/** A list of runs, however they were found: one or many of them can be stopped. */
export function RunList(props: RunListProps) {
  const { deployment, also, active, activeText, deploymentOf, titleOf, onChanged, ...page } = props
  const { url } = page
  const api = useApi()
  const isOfAll = deployment === null
  const address = listAddress(isOfAll ? 'all' : 'deployment', url.get)
  const columns = useMemo(() => runColumns(isOfAll, address), [isOfAll, address])
  const { ask, action } = useCancelMany({
    agentOf: (threadId) => api.agent(deploymentOf(threadId)),
    ...(deployment && { deployment: { agent: api.agent(deployment.id), name: deployment.name } }),
    active: active ?? [],
    titleOf,
    onDone: onChanged,
  })
  return (
    <LongListPage
      {...page}
      label="Runs"
      noun={['run', 'runs']}
      note={
        <span className="tabular-nums" role="status">
          {activeText}
        </span>
      }
      views={{ page: isOfAll ? 'all-runs' : 'runs', also }}
      columns={columns}
      action={action}
      keyOf={runIdOf}
      nameOf={nameOf}
      bar={(chosen) => <ChosenRuns chosen={chosen} onStop={ask} onChanged={onChanged} />}
      hasThirdLine
      empty={
        <EmptyState
          title="No runs yet"
          icon={<Play aria-hidden size={24} strokeWidth={1.5} />}
          action={<FirstStep deploymentId={deployment?.id ?? null} />}
        >
          Each message to {deployment ? 'this deployment' : 'a deployment'} starts a run. They show
          up here, whoever starts them.
        </EmptyState>
      }
    />
  )
}
