import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { isActive, listRuns } from '../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { failsUnread, queryKey, useApi } from '../api.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import type { RunRest } from '../objects/run-status.tsx'
import { restOfThread } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { activeCount } from './active-count.ts'
import { RunList } from './run-list.tsx'
import { runsInterval } from './runs-interval.ts'
import { extentOf, listedRuns, shownRunsQuery, walkedStatuses } from './walk/looked-at.ts'
import { type LatestRuns, runsPerThread } from './walked-runs-query.ts'

const noWords: readonly string[] = []
const filters = [
  { name: 'text', label: 'Search runs' },
  { name: 'status', label: 'Status', options: walkedStatuses },
]

/**
 * The latest runs of a deployment whose server cannot search them: of the threads that changed last, as far as was
 * looked.
 */
export function WalkedRuns({ deployment }: { deployment: { id: string; name: string } }) {
  const { id: deploymentId } = deployment
  const agent = useApi().agent(deploymentId)
  const queryClient = useQueryClient()
  const url = useUrlFilters()
  const status = url.get('status')
  const threadId = url.get('thread')
  const extent = extentOf(url.get)
  const latest = useQuery({
    ...shownRunsQuery(agent, url.get),
    // Of the same thread or of all of them: others would be taken for these.
    placeholderData: (before) =>
      (before?.only?.thread_id ?? null) === threadId ? before : undefined,
    ...failsUnread,
  })
  const text = url.get('text') ?? ''
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(text)
  const runs = useMemo(
    () => (latest.data ? listedRuns(latest.data, { text: wanted, status }) : []),
    [latest.data, wanted, status],
  )

  const readAgain = () => {
    for (const endpoint of [listRuns, searchThreads, getThread]) {
      void queryClient.invalidateQueries({ queryKey: queryKey(agent, endpoint) })
    }
  }
  const only = latest.data?.only
  const active = latest.data?.runs.filter(isActive)
  const rests = useMemo(() => latest.data && restsOfRuns(latest.data), [latest.data])
  const titleOf = (id: string) => {
    const thread = latest.data?.threads.get(id)
    return thread ? threadTitle(thread) : null
  }
  const rows = runs.map((run) => ({
    run,
    deploymentId,
    deploymentName: null,
    title: titleOf(run.thread_id) ?? shortId(run.thread_id),
    message: '',
    answer: '',
    words: noWords,
    rest: rests?.get(run.run_id) ?? null,
  }))
  return (
    <>
      {only && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">
            Of the thread{' '}
            <Link
              to={paths.thread(deploymentId, only.thread_id)}
              className="rounded-sm font-semibold text-ink underline decoration-line-strong underline-offset-2"
            >
              {threadTitle(only)}
            </Link>
          </span>
          <Button size="sm" onClick={() => url.setAll({ thread: null, show: null })}>
            Show all threads
          </Button>
        </p>
      )}
      <RunList
        deployment={deployment}
        url={url}
        filters={filters}
        searched="the id, graph, error or thread"
        also={['thread']}
        rows={rows}
        active={active}
        activeText={latest.data && active && activeCount(active.length, countedOf(latest.data))}
        deploymentOf={() => deploymentId}
        titleOf={titleOf}
        onChanged={readAgain}
        total={latest.data?.runs.length}
        count={latest.data && extentText(latest.data, runs.length)}
        read={latest}
        everyMs={runsInterval(latest.data?.runs)}
        more={
          latest.data?.hasMore &&
          extent.count < extent.most && {
            label: extent.label,
            isPending: latest.isPlaceholderData,
            onMore: () => url.set(extent.name, String(2 * extent.count)),
          }
        }
      />
    </>
  )
}

/** How the newest run of each thread left it: what the older ones asked has been answered. */
function restsOfRuns({ runs, threads }: LatestRuns): ReadonlyMap<string, RunRest> {
  const newest = new Map<string, string>()
  for (const run of runs) if (!newest.has(run.thread_id)) newest.set(run.thread_id, run.run_id)
  return new Map(
    [...newest].flatMap(([threadId, runId]): [string, RunRest][] => {
      const thread = threads.get(threadId)
      return thread ? [[runId, restOfThread(thread)]] : []
    }),
  )
}

/** Null where all runs of the deployment were looked at. */
function countedOf(latest: LatestRuns) {
  const isWhole = !latest.only && !latest.hasMore && latest.runs.length < runsPerThread
  return isWhole ? null : { count: latest.runs.length, which: 'looked at' as const }
}

function extentText({ runs, threads, only, hasMore }: LatestRuns, shown: number): string {
  const all = `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`
  const count = shown < runs.length ? `${shown} of ${all}` : all
  if (only) return hasMore ? `${count}: the latest of this thread` : count
  if (!hasMore && runs.length < runsPerThread) return count
  const which = hasMore ? `the ${threads.size} threads that changed last` : 'all threads'
  return `${count}: the latest ${runsPerThread} of each of ${which}`
}
