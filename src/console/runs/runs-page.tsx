import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Transport } from '../../client/api.ts'
import { isActive, listRuns, type Run, runCan } from '../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../contract/agent-server/threads.ts'
import { getDeployment } from '../../contract/control-plane/deployments.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, queryKey, useApi } from '../api.tsx'
import { LastChecked } from '../lists/last-checked.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { shownCount, useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { hasQuestion } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { CancelButtons } from './cancel/cancel-buttons.tsx'
import {
  type LatestRuns,
  latestRunsQuery,
  matchingRuns,
  runsPerThread,
  threadRunsQuery,
} from './latest-runs.ts'
import { RunTable } from './run-table.tsx'
import { runsInterval } from './runs-interval.ts'

const threadsAtOnce = 25
const mostThreads = 500
const runsAtOnce = 50
const mostRuns = 1_000

export const handle = {
  useTitle: () => 'Runs',
  to: (params) => paths.deploymentRuns(params.deploymentId ?? ''),
  section: 'runs',
  readAhead: (client, api, { deploymentId = '' }, address) =>
    client.prefetchQuery(shownRunsQuery(api.agent(deploymentId), (name) => address.get(name))),
} satisfies PageHandle

/** The runs that the address asks for: of one thread, or of those that changed last. */
function shownRunsQuery(agent: Transport, get: (name: string) => string | null) {
  const threadId = get('thread')
  return threadId
    ? threadRunsQuery(agent, threadId, shownCount(get('show'), runsAtOnce, mostRuns))
    : latestRunsQuery(agent, shownCount(get('threads'), threadsAtOnce, mostThreads))
}

const filters = [
  { value: 'any', label: 'Any status', has: () => true },
  { value: 'active', label: 'Pending or running', has: isActive },
  { value: 'success', label: 'Done', has: (run: Run) => run.status === 'success' },
  { value: 'interrupted', label: 'Stopped', has: (run: Run) => run.status === 'interrupted' },
  {
    value: 'error',
    label: 'Failed or timed out',
    has: (run: Run) => ['error', 'timeout'].includes(run.status),
  },
]
const anyStatus = filters[0]

/** The latest runs of a deployment across its threads, to look at and to stop. */
export function Component() {
  const api = useApi()
  const deploymentId = useParam('deploymentId')
  const agent = api.agent(deploymentId)
  const queryClient = useQueryClient()
  const url = useUrlFilters()
  const filter = filters.find(({ value }) => value === url.get('status')) ?? anyStatus
  const threadCount = shownCount(url.get('threads'), threadsAtOnce, mostThreads)
  const { data: deployment } = useSuspenseQuery(
    query(api.controlPlane, getDeployment, { params: { deployment_id: deploymentId } }),
  )
  const threadId = url.get('thread')
  const runCount = shownCount(url.get('show'), runsAtOnce, mostRuns)
  const latest = useQuery({
    ...shownRunsQuery(agent, url.get),
    // Of the same thread or of all of them: others would be taken for these.
    placeholderData: (before) =>
      (before?.only?.thread_id ?? null) === threadId ? before : undefined,
    throwOnError: (_error, read) => read.state.data === undefined,
  })
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const text = url.get('text') ?? ''
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(text)
  const runs = useMemo(
    () => (latest.data ? matchingRuns(latest.data, wanted).filter((run) => filter?.has(run)) : []),
    [latest.data, wanted, filter],
  )
  // A run that has ended since it was chosen is no longer part of the choice.
  const chosen = runs.filter((run) => chosenIds.has(run.run_id) && runCan.cancel(run))

  const readAgain = () => {
    for (const endpoint of [listRuns, searchThreads, getThread]) {
      void queryClient.invalidateQueries({ queryKey: queryKey(agent, endpoint) })
    }
  }
  const choose = useCallback(
    (some: readonly Run[], isChosen: boolean) =>
      setChosenIds((before) => {
        const next = new Set(before)
        for (const run of some) isChosen ? next.add(run.run_id) : next.delete(run.run_id)
        return next
      }),
    [],
  )

  return (
    <>
      {latest.data?.only && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">
            Of the thread{' '}
            <Link
              to={paths.thread(deploymentId, latest.data.only.thread_id)}
              className="rounded-sm font-semibold text-ink underline decoration-line-strong underline-offset-2"
            >
              {threadTitle(latest.data.only)}
            </Link>
          </span>
          <Button size="sm" onClick={() => url.setAll({ thread: null, show: null })}>
            Show all threads
          </Button>
        </p>
      )}
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto min-h-5 text-ink-2 tabular-nums" role="status">
          {chosen.length > 0
            ? `${chosen.length} chosen`
            : latest.data && `${latest.data.runs.filter(isActive).length} active`}
        </span>
        <UrlSearch url={url} name="text" label="Search runs" />
        <UrlChoice url={url} name="status" label="Status" options={filters} />
        <CancelButtons
          agent={agent}
          deploymentName={deployment.name}
          active={latest.data?.runs.filter(isActive) ?? []}
          chosen={chosen}
          titleOf={(id) => {
            const thread = latest.data?.threads.get(id)
            return thread ? threadTitle(thread) : null
          }}
          onDone={readAgain}
        />
      </div>
      <Card>
        {!latest.data ? (
          <div className="px-4">
            <Skeleton label="Loading runs" lines={6} />
          </div>
        ) : runs.length === 0 ? (
          <NoRuns
            isFiltered={latest.data.runs.length > 0}
            onClear={() => url.setAll({ status: null, text: null })}
          />
        ) : (
          <RunTable
            deploymentId={deploymentId}
            runs={runs}
            threads={latest.data.threads}
            asking={runsThatAsk(latest.data)}
            chosen={chosen}
            onChoose={choose}
          />
        )}
      </Card>
      {latest.data && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
          <p>{extentText(latest.data, runs.length)}</p>
          <LastChecked
            at={latest.dataUpdatedAt}
            isLive={runsInterval(latest.data.runs) !== false}
            isChecking={latest.isFetching}
            hasFailed={latest.isRefetchError}
            onCheck={() => void latest.refetch()}
          />
          {latest.data.only && latest.data.hasMore && runCount < mostRuns && (
            <Button
              size="sm"
              isPending={latest.isPlaceholderData}
              onClick={() => url.set('show', String(2 * runCount))}
            >
              Show more
            </Button>
          )}
          {!latest.data.only && latest.data.hasMore && threadCount < mostThreads && (
            <Button
              size="sm"
              isPending={latest.isPlaceholderData}
              onClick={() => url.set('threads', String(2 * threadCount))}
            >
              Look at more threads
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The newest run of each thread that waits for an answer: the older ones have been answered. */
function runsThatAsk({ runs, threads }: LatestRuns): ReadonlySet<string> {
  const newest = new Map<string, string>()
  for (const run of runs) if (!newest.has(run.thread_id)) newest.set(run.thread_id, run.run_id)
  return new Set(
    [...newest].flatMap(([threadId, runId]) => {
      const thread = threads.get(threadId)
      return thread && hasQuestion(thread) ? [runId] : []
    }),
  )
}

function extentText({ runs, threads, only, hasMore }: LatestRuns, shown: number): string {
  const all = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`
  const count = shown < runs.length ? `${shown} of ${all}` : all
  if (only) return hasMore ? `${count}: the latest of this thread` : count
  if (!hasMore && runs.length < runsPerThread) return count
  const which = hasMore ? `the ${threads.size} threads that changed last` : 'all threads'
  return `${count}: the latest ${runsPerThread} of each of ${which}`
}

function NoRuns({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const icon = <Play aria-hidden size={24} strokeWidth={1.5} />
  if (isFiltered) {
    return (
      <EmptyState
        title="No run matches"
        icon={icon}
        action={<Button onClick={onClear}>Clear the filters</Button>}
      >
        None of these runs has this text and status.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No runs yet" icon={icon}>
      Each message to this deployment starts a run. They show up here, whoever starts them.
    </EmptyState>
  )
}
