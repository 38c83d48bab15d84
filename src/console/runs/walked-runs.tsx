import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Transport } from '../../client/api.ts'
import { isActive, listRuns, type Run } from '../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { failsUnread, queryKey, useApi } from '../api.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { LongListTable } from '../lists/long-list-table.tsx'
import { shownCount, useUrlFilters } from '../lists/url-filters.ts'
import { hasQuestion } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { CancelButtons } from './cancel/cancel-buttons.tsx'
import { ChooseAll } from './choose-all.tsx'
import { runColumns } from './run-columns.tsx'
import { runsInterval } from './runs-interval.ts'
import { useChosenRuns } from './use-chosen-runs.ts'
import {
  type LatestRuns,
  latestRunsQuery,
  matchingRuns,
  runsPerThread,
  threadRunsQuery,
} from './walked-runs-query.ts'

/** How many are shown, from the address: runs of one thread, or the threads of which the runs are. */
const extents = {
  runs: { name: 'show', atOnce: 50, most: 1_000, label: 'Show more' },
  threads: { name: 'threads', atOnce: 25, most: 500, label: 'Look at more threads' },
}

function extentOf(get: (name: string) => string | null) {
  const extent = get('thread') ? extents.runs : extents.threads
  return { ...extent, count: shownCount(get(extent.name), extent.atOnce, extent.most) }
}

/** The runs that the address asks for: of one thread, or of those that changed last. */
export function shownRunsQuery(agent: Transport, get: (name: string) => string | null) {
  const threadId = get('thread')
  const { count } = extentOf(get)
  return threadId ? threadRunsQuery(agent, threadId, count) : latestRunsQuery(agent, count)
}

const noWords: readonly string[] = []
const statuses = [
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
const filters = [
  { name: 'text', label: 'Search runs' },
  { name: 'status', label: 'Status', options: statuses },
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
  const status = statuses.find(({ value }) => value === url.get('status'))
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
    () =>
      latest.data
        ? matchingRuns(latest.data, wanted).filter((run) => status?.has(run) ?? true)
        : [],
    [latest.data, wanted, status],
  )
  const { chosen, choose } = useChosenRuns(runs)

  const readAgain = () => {
    for (const endpoint of [listRuns, searchThreads, getThread]) {
      void queryClient.invalidateQueries({ queryKey: queryKey(agent, endpoint) })
    }
  }
  const active = latest.data?.runs.filter(isActive) ?? []
  const only = latest.data?.only
  const asking = useMemo(() => latest.data && runsThatAsk(latest.data), [latest.data])
  const isChosen = new Set(chosen)
  const columns = useMemo(() => runColumns(choose, false), [choose])
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
      <ListPage
        note={
          <span className="tabular-nums" role="status">
            {chosen.length > 0
              ? `${chosen.length} chosen`
              : latest.data && `${active.length} active`}
          </span>
        }
        noun={['run', 'runs']}
        url={url}
        filters={filters}
        searched="the id, graph, error or thread"
        action={
          <CancelButtons
            agentOf={() => agent}
            deployment={{ agent, name: deployment.name }}
            active={active}
            chosen={chosen}
            titleOf={(id) => {
              const thread = latest.data?.threads.get(id)
              return thread ? threadTitle(thread) : null
            }}
            onDone={readAgain}
          />
        }
        total={latest.data?.runs.length}
        shown={runs.length}
        count={latest.data && extentText(latest.data, runs.length)}
        read={latest}
        isLive={runsInterval(latest.data?.runs) !== false}
        more={
          latest.data?.hasMore &&
          extent.count < extent.most && {
            label: extent.label,
            isPending: latest.isPlaceholderData,
            onMore: () => url.set(extent.name, String(2 * extent.count)),
          }
        }
        empty={
          <EmptyState title="No runs yet" icon={<Play aria-hidden size={24} strokeWidth={1.5} />}>
            Each message to this deployment starts a run. They show up here, whoever starts them.
          </EmptyState>
        }
      >
        <LongListTable
          label="Runs"
          columns={columns}
          headCells={{ Choice: <ChooseAll runs={runs} chosen={chosen} onChoose={choose} /> }}
          rows={runs.map((run) => {
            const thread = latest.data?.threads.get(run.thread_id)
            return {
              run,
              deploymentId,
              deploymentName: null,
              title: thread ? threadTitle(thread) : shortId(run.thread_id),
              message: '',
              answer: '',
              words: noWords,
              hasQuestion: asking?.has(run.run_id) ?? false,
              isChosen: isChosen.has(run),
            }
          })}
          keyOf={({ run }) => run.run_id}
          hasThirdLine
        />
      </ListPage>
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
