import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { isActive, listRuns } from '../../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../../contract/agent-server/threads.ts'
import { type FoundRun, searchAllRuns, searchRuns } from '../../../contract/search/run-search.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { failsUnread, queryKey, useApi } from '../../api.tsx'
import { foundCount } from '../../lists/found-count.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { LongListTable } from '../../lists/long-list-table.tsx'
import { readTyped } from '../../lists/typed-search.ts'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { DeploymentPicker } from '../../objects/deployment-picker.tsx'
import { plainLine } from '../../objects/plain-line.ts'
import { threadTitle } from '../../objects/thread-title.ts'
import { useDeploymentNames } from '../../objects/use-deployment-names.ts'
import { CancelButtons } from '../cancel/cancel-buttons.tsx'
import { ChooseAll } from '../choose-all.tsx'
import { type ListedRun, runColumns } from '../run-columns.tsx'
import { runsInterval } from '../runs-interval.ts'
import { useChosenRuns } from '../use-chosen-runs.ts'
import { foundRunsQuery } from './found-runs-query.ts'
import { Narrowed } from './narrowed.tsx'
import { runFilters, wantedRuns } from './wanted-runs.ts'

type FoundRunsProps = {
  /** The page's heading, where it has no other. */
  title?: string
  /** Whose runs; null for those of all deployments. */
  deployment: { id: string; name: string } | null
}

/** The runs that the server finds, over all threads; what is looked for is in the address. */
export function FoundRuns({ title, deployment }: FoundRunsProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const url = useUrlFilters()
  const wanted = wantedRuns(url.get)
  // Typing comes first, and what was typed over is not waited for.
  const asked = useDeferredValue(JSON.stringify(wanted))
  const deploymentId = deployment?.id ?? null
  const found = useInfiniteQuery({
    ...foundRunsQuery(api, deploymentId, JSON.parse(asked)),
    placeholderData: keepPreviousData,
    ...failsUnread,
  })
  const runs = useMemo(() => found.data?.pages.flatMap((page) => page.runs) ?? [], [found.data])
  const first = found.data?.pages[0]
  const { chosen, choose } = useChosenRuns(runs)
  const names = useDeploymentNames(deploymentId === null ? runs : [])
  const words = useMemo(() => readTyped(wanted.text).words.split(' '), [wanted.text])
  const columns = useMemo(() => runColumns(choose, deploymentId === null), [choose, deploymentId])
  const byThread = useMemo(() => new Map(runs.map((run) => [run.thread_id, run])), [runs])
  const active = runs.filter(isActive)
  const readAgain = () => {
    const servers = new Set(runs.map((run) => run.deployment_id))
    void queryClient.invalidateQueries({ queryKey: queryKey(api.controlPlane, searchAllRuns) })
    for (const id of servers) {
      for (const endpoint of [listRuns, searchRuns, searchThreads, getThread]) {
        void queryClient.invalidateQueries({ queryKey: queryKey(api.agent(id), endpoint) })
      }
    }
  }
  return (
    <>
      <Narrowed url={url} thread={runs[0]?.thread} />
      <ListPage
        {...(title && { title })}
        note={
          <span className="tabular-nums" role="status">
            {chosen.length > 0
              ? `${chosen.length} chosen`
              : found.data && `${active.length} active`}
          </span>
        }
        noun={['run', 'runs']}
        url={url}
        filters={runFilters}
        hasFilterRow
        controls={
          deploymentId === null && (
            <DeploymentPicker
              value={wanted.deployment}
              allLabel="All deployments"
              onChange={(id) => url.set('deployment', id)}
            />
          )
        }
        searched="its question, answer, error, ids or metadata"
        action={
          <CancelButtons
            agentOf={(threadId) =>
              api.agent(deploymentId ?? byThread.get(threadId)?.deployment_id ?? '')
            }
            {...(deployment && {
              deployment: { agent: api.agent(deployment.id), name: deployment.name },
            })}
            active={active}
            chosen={chosen}
            titleOf={(id) => {
              const thread = byThread.get(id)?.thread
              return thread ? threadTitle(thread) : null
            }}
            onDone={readAgain}
          />
        }
        total={first?.total}
        shown={runs.length}
        count={first && foundCount(runs.length, first, ['run', 'runs'])}
        read={found}
        isLive={runsInterval(runs) !== false}
        more={
          found.hasNextPage && {
            isPending: found.isFetchingNextPage,
            onMore: () => void found.fetchNextPage(),
          }
        }
        empty={
          <EmptyState title="No runs yet" icon={<Play aria-hidden size={24} strokeWidth={1.5} />}>
            Each message to {deployment ? 'this deployment' : 'a deployment'} starts a run. They
            show up here, whoever starts them.
          </EmptyState>
        }
      >
        <LongListTable
          label="Runs"
          columns={columns}
          headCells={{ Choice: <ChooseAll runs={runs} chosen={chosen} onChoose={choose} /> }}
          rows={runs.map((run) => listed(run, words, chosen, names))}
          keyOf={({ run }) => run.run_id}
          hasThirdLine
        />
      </ListPage>
    </>
  )
}

function listed(
  run: FoundRun,
  words: readonly string[],
  chosen: readonly FoundRun[],
  names: ReadonlyMap<string, string>,
): ListedRun {
  return {
    run,
    deploymentId: run.deployment_id,
    deploymentName: names.get(run.deployment_id) ?? null,
    title: threadTitle(run.thread),
    message: plainLine(run.question ?? ''),
    answer: plainLine(run.answer ?? ''),
    words,
    hasQuestion: run.needs_you,
    isChosen: chosen.includes(run),
  }
}
